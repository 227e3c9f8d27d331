import ArgumentParser
import Diagnostics
import EventSourcing
import Reports
import SpecFormat
import Timeline

/// Which records of a trace are shown.
struct TimelineOptions: ParsableArguments {
  @Option(name: .customLong("party"), help: "Only records of this party; may be repeated.")
  var parties: [String] = []

  @Option(
    name: .customLong("name"), help: "Only events and effects of this name; may be repeated.")
  var names: [String] = []

  @Option(
    help:
      "The first record: its number, a time such as 1h30m (--from=-1h), or 2026-01-05T09:00:00Z.")
  var from: String?

  @Option(help: "The last record: its number or a time, as for --from.")
  var to: String?

  @Option(help: "Only the exchange of the requests with this number, up to their answers.")
  var request: Int64?

  /// Whether any of the options is given.
  var isActive: Bool {
    !parties.isEmpty || !names.isEmpty || from != nil || to != nil || request != nil
  }

  /// The filter that the options describe for a trace that starts at `start`.
  func filter(from start: Instant, among known: [String]) throws -> TimelineFilter {
    var filter = TimelineFilter()
    filter.parties = parties
    let names = known + ["state", "note", "snapshot"]
    for name in self.names where !names.contains(name) {
      let near = didYouMean(name, among: names).map { "; \($0)" } ?? ""
      throw Stop(.invalid, "there is no event or effect '\(name)'\(near)")
    }
    filter.names = self.names
    filter.from = try from.map { try bound($0, option: "from", start) }
    filter.to = try to.map { try bound($0, option: "to", start) }
    filter.request = request
    return filter
  }

  private func bound(
    _ text: String, option: String, _ start: Instant
  ) throws -> TimelineFilter.Bound {
    if let seq = Int64(text) { return .seq(seq) }
    if let time = TimeReference(text) { return .instant(time.resolved(from: start)) }
    throw Stop(
      .usage,
      "--\(option) takes a record's number, a time such as 1h30m or an instant such as "
        + "2026-01-05T09:00:00Z, not '\(text)'")
  }
}
