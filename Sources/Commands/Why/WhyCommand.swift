import ArgumentParser
import Diagnostics
import EventSourcing
import Inspection
import JSON
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

  func judge(in context: CommandContext) throws -> Verdict {
    let trace = try InspectedTrace(
      TraceFile(trace), lenient: inspection.lenient, times: inspection.time, in: context)
    if let seq = Int64(subject) {
      write(try RecordReport(trace, seq), on: trace, in: context)
    } else {
      write(try FieldReport(trace, subject, of: party, at: at), on: trace, in: context)
    }
    return .clean
  }
}

/// The answer to a question about a trace, for people and machines.
protocol TraceAnswer {
  /// The answer as lines, each with its line end.
  func text(_ style: TextStyle) -> String
  /// Writes the answer as members of the verb's document.
  func write(to object: inout JSONOutput)
}

extension VerbCommand {
  /// Writes an answer, and what is to be known of the trace as a whole.
  func write(_ answer: some TraceAnswer, on trace: InspectedTrace, in context: CommandContext) {
    let warnings = trace.summary.warnings
    switch output.format {
    case .text:
      for warning in warnings { context.show(warning) }
      if !warnings.isEmpty { context.output.write("\n") }
      context.output.write(answer.text(context.style))
    case .json:
      context.output.write(
        document(.clean, findings: warnings) { object in
          object.members(of: trace.summary)
          answer.write(to: &object)
        })
    }
  }
}
