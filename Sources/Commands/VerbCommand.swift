import ArgumentParser
import Diagnostics
import Reports

/// A verb: it judges something and says how it went.
protocol VerbCommand: ParsableCommand {
  /// Every report that it can write under `--format json`.
  static var reports: [any VerbReport.Type] { get }

  /// The options for writing what it found.
  var output: OutputOptions { get }

  /// Whether standard output is the document that the verb makes: nothing else may go there.
  var ownsOutput: Bool { get }

  func judge(in context: CommandContext) async throws -> Verdict
}

/// A report that people read as well.
protocol PrintedReport: VerbReport {
  /// Writes the report as lines, each with its line end.
  func text(_ style: TextStyle) -> String
}

/// A verb that comes to one report.
protocol ReportingCommand: VerbCommand {
  associatedtype Report: PrintedReport

  func report(in context: CommandContext) async throws -> Report
}

extension ReportingCommand {
  static var reports: [any VerbReport.Type] { [Report.self] }

  func judge(in context: CommandContext) async throws -> Verdict {
    write(try await report(in: context), in: context)
  }
}

/// A verb that serves a program: a protocol says what it writes.
protocol ServingCommand: VerbCommand {}

extension ServingCommand {
  static var reports: [any VerbReport.Type] { [] }

  var output: OutputOptions {
    // Without arguments there is nothing to refuse.
    (try? OutputOptions.parse([])) ?? OutputOptions()
  }
}

extension VerbCommand {
  static var verb: String { configuration.commandName ?? "" }

  var ownsOutput: Bool { false }

  /// Makes the JSON document with a report; damage in the logs that the verb has read is among the
  /// findings.
  func document(_ report: some VerbReport) -> String {
    let inLogs = RunFiles.current.takeFindings()
    return ReportDocument(
      verb: Self.verb, report: report, verdict: max(report.verdict, RunFiles.current.verdictOnLogs),
      findings: inLogs + report.findings
    ).text
  }

  /// Writes a report that only programs read.
  func write(_ report: some VerbReport, in context: CommandContext) -> Verdict {
    context.output.write(document(report))
    return report.verdict
  }

  /// Writes a report in the form that was asked for, beside what the verb makes on standard output.
  func write(_ report: some PrintedReport, in context: CommandContext) -> Verdict {
    let (stream, style) =
      ownsOutput ? (context.errors, .plain) : (context.output, context.style)
    switch output.format {
    case .json: stream.write(document(report))
    case .text: stream.write(report.text(style))
    }
    return report.verdict
  }
}

extension [Diagnostic] {
  /// The findings as people read them, each with its line end, with excerpts where their files are
  /// given.
  func text(_ style: TextStyle, sources: [SourceText] = []) -> String {
    let renderer = DiagnosticRenderer(sources: sources, style: style)
    return map { renderer.text($0) + "\n" }.joined()
  }
}

/// Ends a verb early, with what there is to say about it.
struct Stop: Error {
  var verdict: Verdict
  var diagnostics: [Diagnostic]
  var message: String

  /// Ends the verb because of its input.
  init(_ diagnostics: [Diagnostic], _ verdict: Verdict = .invalid) {
    self.verdict = verdict
    self.diagnostics = diagnostics
    message = ""
  }

  /// Ends the verb with an error that says what is wrong; `nil` for any other error.
  init?(_ error: any Error) {
    switch error {
    case let stop as Stop: self = stop
    case let finding as Diagnostic: self.init([finding])
    case let findings as Diagnostics: self.init(findings.all)
    case _: return nil
    }
  }

  /// The end of a verb that was to judge traces.
  static let noTrace = Stop(.invalid, "nothing ran: no trace was found")

  /// Ends the verb with a sentence.
  init(_ verdict: Verdict, _ message: String) {
    self.verdict = verdict
    diagnostics = []
    self.message = message
  }

  /// Says why on standard error, beside what the verb has written so far; under `--format json`
  /// the document says it, because a reader of one expects one.
  func report(of verb: some VerbCommand, in context: CommandContext) {
    guard verb.output.format == .json, verdict <= .invalid else {
      for diagnostic in diagnostics { context.showError(diagnostic) }
      if !message.isEmpty { context.errors.write("error: \(visible(message))\n") }
      return
    }
    let stream = verb.ownsOutput ? context.errors : context.output
    stream.write(verb.document(Refusal(verdict: verdict, findings: diagnostics, error: message)))
  }
}

/// The reason why a verb was stopped, where a program expects a document.
struct Refusal: VerbReport {
  let verdict: Verdict
  let findings: [Diagnostic]
  let error: String

  static let reported = ReportMembers<Refusal> { it in
    it("error", { $0.error.isEmpty ? nil : $0.error }, "The sentence with which it was stopped.")
  }
}

/// Says what was wrong, for an answer that has one text.
func reason(of error: any Error) -> String {
  guard let stop = Stop(error) else { return "\(error)" }
  if !stop.message.isEmpty { return stop.message }
  return stop.diagnostics.flatMap { [$0.message] + $0.notes }.joined(separator: "\n")
}
