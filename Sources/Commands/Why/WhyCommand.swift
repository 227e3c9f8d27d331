import ArgumentParser
import Diagnostics
import EventSourcing
import Inspection
import Reports
import Traces

/// Shows what led to a record, or what last changed a field of the state.
struct WhyCommand: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "The chain of causes of a record, or of the last change of a state field.",
    discussion: """
      pushtrace why field.trace.jsonl 40
      pushtrace why field.trace.jsonl registration.next_attempt --at 2h
      pushtrace why field.trace.jsonl registration.next_attempt --before 40

      Causes are the recorded ones; where a trace has none they come from folding its events.
      """)

  @Argument(help: "A trace.", completion: .traces)
  var trace: String

  @Argument(help: "The number of a record, or a field such as registration.next_attempt.")
  var subject: String

  @Option(
    parsing: .unconditional,
    help: "For a field: up to which time; the trace's end without it. \(TimeReference.help)")
  var at: TimeReference?

  @Option(
    help: ArgumentHelp(
      "For a field: its last changes before this record.", valueName: "seq"))
  var before: Int64?

  @Option(help: "For a field: whose state; needed where several parties have it.")
  var party: String?

  @OptionGroup var inspection: InspectionOptions

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if Int64(subject) != nil, at != nil || before != nil || party != nil {
      throw ValidationError(
        "--at, --before and --party go with a field, not with a record's number")
    }
    if at != nil, before != nil {
      throw ValidationError("--at and --before exclude each other")
    }
  }

  static let reports: [any VerbReport.Type] = [RecordReport.self, FieldReport.self]

  func judge(in context: CommandContext) throws -> Verdict {
    let trace = try inspection.trace(trace, in: context)
    if let seq = Int64(subject) { return write(try RecordReport(trace, seq), in: context) }
    return write(
      try FieldReport(trace, subject, of: party, at: at, before: before), in: context)
  }
}

/// The answer to a question about a trace, for people and machines.
protocol PrintedAnswer: PrintedReport {
  var trace: InspectedTrace { get }

  /// Writes the answer as lines, each with its line end.
  func answer(_ style: TextStyle) -> String
}

extension PrintedAnswer {
  var findings: [Diagnostic] { trace.summary.warnings }

  func text(_ style: TextStyle) -> String {
    let warnings = findings.text(style)
    return (warnings.isEmpty ? "" : warnings + "\n") + answer(style)
  }
}

/// The reasons why one record is there, and the differences of its event's effects from those that
/// the machine orders.
struct RecordReport: PrintedAnswer {
  let trace: InspectedTrace
  private let explanation: RecordExplanation
  private let differences: [OrderDifference]
  private let unseen: UnseenRecord?

  init(_ trace: InspectedTrace, _ seq: Int64) throws {
    self.trace = trace
    guard let explanation = try trace.history.explanation(of: seq) else {
      throw trace.summary.noSuchRecord(seq)
    }
    self.explanation = explanation
    differences = try trace.history.orderDifferences(at: seq)
    unseen = try explanation.event.flatMap { try trace.history.unseen(at: $0) }
  }

  static let reported = ReportMembers<RecordReport> { it in
    it.include(\.trace.summary)
    it.include { RecordAnswer($0.explanation) }
    it(
      "differences", \.differences,
      "The differences between recorded and ordered effects at its event.")
    it("unseen", \.unseen, "Why the event is none for the machine.")
  }

  func answer(_ style: TextStyle) -> String {
    let values = trace.values
    let sides =
      differences.flatMap { $0.lines(values) } + (unseen.map { [$0.line(values)] } ?? [])
    return paragraphs([
      explanation.causes(values, style), sides.map { visible(truncate($0, to: 160)) },
      explanation.changes(values, style),
      explanation.consequences(values, style), trace.doubt(about: explanation.record.seq),
    ])
  }
}

/// A trace about which something is asked, and how answers about it are written.
struct InspectedTrace {
  let history: TraceHistory
  let values: ValueText

  init(
    _ trace: TraceFile, lenient: Bool, times: TimeFormat, among systems: [RegisteredSystem]
  ) throws {
    let system = try trace.system(among: systems).erased
    history = try TraceHistory(trace.input, of: system, lenient: lenient)
    values = ValueText(times == .iso ? .iso : .relative(from: history.summary.started))
  }

  var summary: HistorySummary { history.summary }

  /// The parties of the trace; of one without records, the device that it may have.
  var parties: [String] { summary.parties.isEmpty ? [soleParty] : summary.parties }

  /// The end of the trace, or its start where it has no records.
  var end: Instant { summary.span?.upperBound ?? summary.started }

  /// The record with this number; refuses one that the trace does not have.
  func record(_ seq: Int64) throws -> ErasedRecord {
    guard let position = try history.position(of: seq),
      let record = try history.records(position..<(position + 1)).first
    else { throw summary.noSuchRecord(seq) }
    return record
  }

  /// The party that a question means: the one named, or the only candidate.
  func party(_ name: String?, among candidates: [String], for subject: String) throws -> String {
    guard let name else {
      if candidates.count == 1 { return candidates[0] }
      let known = candidates.isEmpty ? parties : candidates
      throw Diagnostic(
        .noSuchParty,
        candidates.isEmpty
          ? "no party of this trace has \(subject)" : "whose \(subject) is meant?",
        notes: ["name one with --party: \(visible(known.prefix(20).joined(separator: ", ")))"])
    }
    if parties.contains(name) { return name }
    let known = ["the trace has: \(visible(parties.prefix(20).joined(separator: ", ")))"]
    throw Diagnostic(
      .noSuchParty, "the trace has no party '\(name)'",
      notes: (didYouMean(name, among: parties).map { [$0] } ?? []) + known)
  }

  /// Warns of a fold that cannot be believed about a record.
  func doubt(about seq: Int64) -> [String] {
    guard let drift = summary.firstDrift, drift <= seq else { return [] }
    return [
      "note: from record \(drift) on the recording is not what the machine gives: "
        + "'\(CommandContext.calledAs) replay' shows where they part"
    ]
  }
}

/// Writes the parts that have lines, with an empty line between one and the next.
func paragraphs(_ parts: [[String]]) -> String {
  parts.filter { !$0.isEmpty }.map { $0.map { $0 + "\n" }.joined() }.joined(separator: "\n")
}

/// The options for reading a trace about which something is asked, and for writing the answer.
struct InspectionOptions: ParsableArguments {
  @Option(help: "The notation of times: relative or iso.")
  var time: TimeFormat = .relative

  @Flag(help: .lenient)
  var lenient = false

  /// Opens a trace under these options.
  func trace(_ path: String, in context: CommandContext) throws -> InspectedTrace {
    try InspectedTrace(TraceFile(path), lenient: lenient, times: time, among: context.systems)
  }
}
