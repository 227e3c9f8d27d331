import Diagnostics
import EventSourcing
import Inspection
import Replay
import Reports
import Traces

/// The last change of a field of a party's state, and its cause.
struct FieldReport: PrintedAnswer {
  let trace: InspectedTrace
  private let content: FieldHistory

  private static let shown = 5
  private static let shownMembers = 3

  init(
    _ trace: InspectedTrace, _ path: String, of name: String?, at time: TimeReference?,
    before seq: Int64?
  ) throws {
    self.trace = trace
    let owners = trace.parties.filter {
      trace.history.fields(of: $0).contains(path: path)
    }
    let instant = time?.resolved(from: trace.summary.started) ?? trace.end
    let asked = try name.map { try trace.party($0, among: [], for: path) }
    if let refusal = FieldReport.refusal(of: path, in: trace, asked, owners) { throw refusal }
    let record = try seq.map { try trace.record($0) }
    let own = record.flatMap { owners.contains($0.party) ? $0.party : nil }
    let party = try asked ?? own ?? trace.party(nil, among: owners, for: path)
    let (history, limit) = (trace.history, FieldReport.shown)
    guard let record else {
      content = try history.changes(of: path, in: party, upTo: instant, limit: limit)
      return
    }
    content = try history.changes(of: path, in: party, before: record, limit: limit)
  }

  static let reported = ReportMembers<FieldReport> { it in
    it.include(\.trace.summary)
    it.include(\.content)
  }

  /// Says why no party has the path; `nil` where the party asked for, or any, has it.
  private static func refusal(
    of path: String, in trace: InspectedTrace, _ party: String?, _ owners: [String]
  ) -> Diagnostic? {
    if let party { if owners.contains(party) { return nil } } else if !owners.isEmpty { return nil }
    let parties = party.map { [$0] } ?? trace.parties
    let fields = parties.prefix(20).flatMap(trace.history.fields)
    let known = fields.map(\.path).eachOnce()
    let near = didYouMean(path, among: known) ?? FieldReport.question(about: path, as: known)
    let top = known.filter { !$0.contains(".") }
    let list = fields.list(around: path).map { "an element of a list is named as '\($0)[0]'" }
    return Diagnostic(
      .noSuchField, "the state has no field '\(path)'",
      notes: [near, list].compactMap(\.self) + ["the state shows: \(top.joined(separator: ", "))"])
  }

  /// A last name alone is the most common way to miss a field.
  private static func question(about end: String, as paths: [String]) -> String? {
    let ends = paths.map { path in path.split(separator: ".").last.map { String($0) } ?? path }
    guard let near = suggestion(for: end, among: ends) else { return nil }
    let meant = zip(paths, ends).filter { $0.1 == near }.prefix(3)
    return "did you mean \(meant.map { "'\($0.0)'" }.joined(separator: " or "))?"
  }

  func answer(_ style: TextStyle) -> String {
    let values = trace.values
    let value = visible(truncate(content.value.map(values.text) ?? "absent", to: 80))
    let place = content.before.map { "before record \($0), " } ?? ""
    let head =
      "\(visible(content.path)) of \(visible(content.party)) \(place)at "
      + "\(values.instant(content.at)): \(value)"
    var parts = [[style.paint(head, .emphasis)] + changes]
    if let explanation = content.explanation {
      parts.append(
        [style.paint("the last change came about by", .emphasis)]
          + explanation.causes(values, style))
      parts.append(trace.doubt(about: explanation.record.seq))
    }
    return paragraphs(parts)
  }

  private var changes: [String] {
    if content.changes.isEmpty { return ["  nothing has changed it"] }
    var table = TextTable([.right, .right, .left, .left, .right, .left, .left])
    for change in content.changes {
      // Of a field with members, those that differ are shown.
      let found = differences(recorded: change.old, computed: change.new)
      for (index, difference) in found.prefix(FieldReport.shownMembers).enumerated() {
        let head = [
          change.event.map { "\($0.seq)" } ?? "–", trace.values.instant(change.at),
          visible(change.event?.name ?? "time alone"),
        ]
        table.add(
          (index == 0 ? head : ["", "", ""]) + [
            visible(difference.path), trace.values.cell(difference.recorded), "→",
            trace.values.cell(difference.computed),
          ])
      }
      for line in moreLine(found.count - FieldReport.shownMembers, indent: "") {
        table.add(["", "", "", line])
      }
    }
    return table.lines(indent: 2) + (content.hasMore ? ["  … and earlier changes"] : [])
  }
}
