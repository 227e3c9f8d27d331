import CommandTesting
import Foundation
import Testing

/// The exact output that a spec has to have, kept beside the spec as `NAME.report.txt`.
///
/// Where output was changed on purpose, `WRITE_REPORTS=1 swift test --filter CommandsTests` writes
/// the files anew.
struct ReportFile {
  private let url: URL

  /// The report of a spec, by its path in the project.
  init(of spec: String) {
    self.init(spec.replacing(".spec.yaml", with: ".report.txt"))
  }

  /// The report at a path in the project.
  init(_ path: String) {
    url = Project.root.appending(path: path)
  }

  func text() throws -> String { try String(contentsOf: url, encoding: .utf8) }

  /// Holds what a run printed against the report; a difference is shown by its first line.
  func expect(_ run: CommandRun) throws {
    if ProcessInfo.processInfo.environment["WRITE_REPORTS"] != nil {
      try Data(run.output.utf8).write(to: url)
    }
    let expected = try text()
    let lines = (lines(run.output), lines(expected))
    let number = zip(lines.0, lines.1).enumerated().first { $1.0 != $1.1 }?.offset
    let difference = number.map { "line \($0 + 1): \(lines.0[$0])\ninstead of \(lines.1[$0])" }
    #expect(difference == nil)
    #expect(run.output == expected)
    #expect(run.errors.isEmpty)
  }

  private func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }
}
