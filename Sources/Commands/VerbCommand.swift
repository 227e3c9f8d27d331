import ArgumentParser
import Diagnostics
import JSON
import Reports

/// A verb: it judges something and says how it went.
protocol VerbCommand: ParsableCommand {
  /// How it writes what it found.
  var output: OutputOptions { get }

  /// Whether standard output is the document that the verb makes: nothing else may go there.
  var ownsOutput: Bool { get }

  func judge(in context: CommandContext) async throws -> Verdict
}

/// A verb that writes a document, to a file or to standard output.
protocol DocumentCommand: VerbCommand {
  /// The file; `nil` for standard output.
  var target: String? { get }
}

extension DocumentCommand {
  var ownsOutput: Bool { target == nil && output.format == .text }
}

extension VerbCommand {
  var ownsOutput: Bool { false }

  /// The JSON document of this verb; `body` writes the members of its own. Damage in the logs that
  /// it has read is among the findings.
  func document(
    _ verdict: Verdict, findings: [Diagnostic] = [],
    _ body: (inout JSONOutput) -> Void = { _ in }
  ) -> String {
    let inLogs = RunFiles.current.takeFindings()
    return JSONEnvelope.text(
      verb: Self.configuration.commandName ?? "",
      verdict: max(verdict, RunFiles.current.verdictOnLogs), findings: inLogs + findings, body)
  }
}
