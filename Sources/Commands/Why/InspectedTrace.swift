import Diagnostics
import EventSourcing
import Inspection
import Reports
import Traces

/// A trace about which something is asked, and how answers about it are written.
struct InspectedTrace {
  let file: String
  let history: TraceHistory
  let values: ValueText

  init(
    _ trace: TraceFile, lenient: Bool, times: TimeFormat, in context: CommandContext
  ) throws {
    let system = try trace.system(among: context.systems).erased
    history = try TraceHistory(trace.input, of: system, lenient: lenient)
    file = trace.path
    values = ValueText(times == .iso ? .iso : .relative(from: history.summary.started))
  }

  var summary: HistorySummary { history.summary }

  /// The parties of the trace; of one without records, the device that it may have.
  var parties: [String] { summary.parties.isEmpty ? [soleParty] : summary.parties }

  /// The end of the trace, or its start where it has no records.
  var end: Instant { summary.span?.upperBound ?? summary.started }

  /// The party that a question means: the one named, or the only candidate.
  func party(_ name: String?, among candidates: [String], for subject: String) throws -> String {
    guard let name else {
      if candidates.count == 1 { return candidates[0] }
      let known = candidates.isEmpty ? parties : candidates
      throw Stop([
        Diagnostic(
          .noSuchParty,
          candidates.isEmpty
            ? "no party of this trace has \(subject)" : "whose \(subject) is meant?",
          notes: ["name one with --party: \(known.prefix(20).joined(separator: ", "))"])
      ])
    }
    if parties.contains(name) { return name }
    let known = ["the trace has: \(parties.prefix(20).joined(separator: ", "))"]
    throw Stop([
      Diagnostic(
        .noSuchParty, "the trace has no party '\(name)'",
        notes: (didYouMean(name, among: parties).map { [$0] } ?? []) + known)
    ])
  }

  /// What a reader has to know before believing what the fold says of a record.
  func doubt(about seq: Int64) -> String? {
    guard let drift = summary.firstDrift, drift <= seq else { return nil }
    return "from record \(drift) on the recording is not what the machine gives: "
      + "'\(CommandContext.calledAs) replay' shows where they part"
  }
}
