import ArgumentParser
import Diagnostics
import Reports

/// A verb: it judges something and says how it went.
protocol VerbCommand: ParsableCommand {
  /// Every report that it can write under `--format json`.
  static var reports: [any VerbReport.Type] { get }

  /// How it writes what it found.
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

  /// Writes a report in the form that was asked for.
  func write(_ report: some PrintedReport, in context: CommandContext) -> Verdict {
    switch output.format {
    case .json: context.output.write(document(report))
    case .text: context.output.write(report.text(context.style))
    }
    return report.verdict
  }
}

extension DiagnosticRenderer {
  /// Sets findings as lines.
  func lines(_ findings: [Diagnostic]) -> String { findings.map { text($0) + "\n" }.joined() }
}
