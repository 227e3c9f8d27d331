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

extension VerbCommand {
  var ownsOutput: Bool { false }

  /// The JSON document of this verb; `body` writes the members of its own.
  func document(
    _ verdict: Verdict, findings: [Diagnostic] = [],
    _ body: (inout JSONOutput) -> Void = { _ in }
  ) -> String {
    JSONEnvelope.text(
      verb: Self.configuration.commandName ?? "", verdict: verdict, findings: findings, body)
  }
}
