import CommandTesting
import Foundation
import Testing

/// The README's commands and examples, run as they stand there.
struct ReadmeTests {
  @Test func `the first command shows what it says`() async throws {
    let blocks = try Readme.blocks(after: "<!-- check -->")
    let command = try #require(blocks.first)
    #expect(command.hasSuffix("swift run -q pushtrace check"))
    let run = try await ProjectFilesTests.check.value
    #expect(run.status == 0)
    #expect(run.output.trimmingCharacters(in: .newlines) == blocks.dropFirst().first)
  }

  @Test func `both commands install what a fresh machine lacks, as root without sudo too`() throws {
    for mark in ["<!-- check -->", "<!-- tests -->"] {
      let command = try #require(try Readme.blocks(after: mark).first)
      #expect(command.hasPrefix("S=$(command -v sudo || true); $S apt-get update"))
      #expect(command.contains("libyaml-dev"))
      #expect(!command.contains("\n"))
    }
  }

  @Test func `the gate runs the command of the tests as it stands`() throws {
    #expect(try Readme.blocks(after: "<!-- tests -->").first?.hasSuffix("swift test") == true)
    #expect(try Project.text("/.ci/run").contains("<!-- tests -->"))
  }

  @Test func `the spec passes`() async throws {
    let folder = TemporaryFolder()
    let text = try #require(try Readme.blocks(after: "<!-- spec -->").first)
    let spec = try folder.write(text, to: "taste.spec.yaml")
    try await CommandRun("check --strict \(spec)").exits(0)
  }

  @Test func `the sessions show what they say`() async throws {
    let sessions = ConsoleSession.all(in: try Readme.text())
    #expect(!sessions.isEmpty)
    for session in sessions { try await session.expectOutput() }
  }

  @Test func `the table names every module of the sources`() throws {
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: Project.root.appending(path: "Sources").path)
    let text = try Readme.text()
    let programs = ["pushtrace", "pushtrace-live", "Benchmarks"]
    for folder in folders where !programs.contains(folder) {
      #expect(text.contains("`\(folder)`"), "\(folder)")
    }
  }

  @Test func `it is shorter than 150 lines`() throws {
    #expect(try Readme.text().components(separatedBy: "\n").count < 150)
  }
}

/// The README and what stands in it.
enum Readme {
  static func text() throws -> String { try Project.text("/README.md") }

  /// The fenced blocks that follow a mark without other text between them.
  static func blocks(after mark: String) throws -> [String] {
    let text = try text()
    guard let start = text.range(of: mark) else { return [] }
    var blocks: [String] = []
    var rest = text[start.upperBound...].drop { $0.isNewline }
    while rest.hasPrefix("```"), let open = rest.firstIndex(where: \.isNewline),
      let close = rest.range(of: "\n```\n", range: open..<rest.endIndex)
    {
      blocks.append(String(rest[open..<close.lowerBound].drop { $0.isNewline }))
      rest = rest[close.upperBound...].drop { $0.isNewline }
    }
    return blocks
  }
}
