import CommandTesting
import Foundation
import Testing

/// A command line in a `console` block of a document, with the output that stands below it.
struct ConsoleSession {
  let command: String
  let output: String

  /// The commands of all `console` blocks of `text`, in order.
  static func all(in text: String) -> [ConsoleSession] {
    text.components(separatedBy: "```console\n").dropFirst().flatMap { block in
      let body = block.components(separatedBy: "\n```").first ?? ""
      return ("\n" + body).components(separatedBy: "\n$ ").dropFirst().map { part in
        let lines = part.components(separatedBy: "\n")
        return ConsoleSession(
          command: lines[0], output: lines.dropFirst().joined(separator: "\n"))
      }
    }
  }

  /// Runs the command in the project's folder and expects what the document shows.
  func expectOutput() async throws {
    let words = command.split(separator: " ").map { String($0) }
    let isPlain =
      words.first == "pushtrace" && !command.contains { "|&;<>()$`\\\"'*?[]{}".contains($0) }
    let shown =
      if isPlain {
        try await CommandRun(Array(words.dropFirst())).output
      } else {
        try CommandProcess(shell: command).output
      }
    #expect(shown.trimmingCharacters(in: .newlines) == output, "\(command)")
  }
}
