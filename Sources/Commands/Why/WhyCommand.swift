import ArgumentParser
import Diagnostics
import EventSourcing
import Inspection
import Reports

/// Shows what led to a record, or what last changed a field of the state.
struct WhyCommand: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "The chain of causes of a record, or of the last change of a state field.",
    discussion: """
      pushtrace why field.trace.jsonl 40
      pushtrace why field.trace.jsonl registration.next_attempt --at 2h

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

  @Option(help: "For a field: whose state; needed where several parties have it.")
  var party: String?

  @OptionGroup var inspection: InspectionOptions

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if Int64(subject) != nil, at != nil || party != nil {
      throw ValidationError("--at and --party go with a field, not with a record's number")
    }
  }

  static let reports: [any VerbReport.Type] = [RecordReport.self, FieldReport.self]

  func judge(in context: CommandContext) throws -> Verdict {
    let trace = try InspectedTrace(
      TraceFile(trace), lenient: inspection.lenient, times: inspection.time, in: context)
    if let seq = Int64(subject) { return write(try RecordReport(trace, seq), in: context) }
    return write(try FieldReport(trace, subject, of: party, at: at), in: context)
  }
}

/// The answer to a question about a trace, for people and machines.
protocol PrintedAnswer: PrintedReport {
  associatedtype Content: ReportedRecord

  var trace: InspectedTrace { get }
  /// The answer for machines.
  var content: Content { get }

  /// Writes the answer as lines, each with its line end.
  func answer(_ style: TextStyle) -> String
}

extension PrintedAnswer {
  static var reported: ReportMembers<Self> {
    ReportMembers { it in it.include { TraceAnswer($0.content, about: $0.trace.summary) } }
  }

  var findings: [Diagnostic] { trace.summary.warnings }

  func text(_ style: TextStyle) -> String {
    let warnings = DiagnosticRenderer(sources: [], style: style).lines(findings)
    return (warnings.isEmpty ? "" : warnings + "\n") + answer(style)
  }
}
