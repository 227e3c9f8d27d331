import ArgumentParser
import Diagnostics
import EventSourcing
import Inspection
import Reports

/// Shows what keeps an effect back at a time.
struct WhyNotCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "why-not",
    abstract: "The gates that hold an effect back at a time, what closed and what opens them.",
    discussion: """
      pushtrace why-not field.trace.jsonl send_registration --at 1h30m

      The gates are those of the decision on which the machine itself acts. Every record of the \
      instant is folded before they are asked.
      """)

  @Argument(help: "A trace.", completion: .traces)
  var trace: String

  @Argument(help: "An effect, such as send_registration.")
  var effect: String

  @Option(
    parsing: .unconditional, help: "When; the trace's end without it. \(TimeReference.help)")
  var at: TimeReference?

  @Option(help: "Whose effect; needed where the trace has several devices.")
  var party: String?

  @OptionGroup var inspection: InspectionOptions

  @OptionGroup var output: OutputOptions

  func report(in context: CommandContext) throws -> HoldReport {
    let trace = try InspectedTrace(
      TraceFile(trace), lenient: inspection.lenient, times: inspection.time, in: context)
    return try HoldReport(trace, effect, of: party, at: at)
  }
}
