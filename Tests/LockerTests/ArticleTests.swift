import Foundation
import Testing

/// The article shows code that is compiled and run: each of its examples stands in a file here.
struct ArticleTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test func `every example of the article stands in a test that runs`() throws {
    let article = try text("Sources/MachineTesting/MachineTesting.docc/TestYourOwnMachine.md")
    let code = try ["Locker", "LockerTests"].map { try text("Tests/LockerTests/\($0).swift") }
    let examples = article.components(separatedBy: "```swift\n").dropFirst().map { rest in
      rest.components(separatedBy: "```")[0]
    }
    #expect(examples.count >= 4)
    for example in examples {
      #expect(code.contains { $0.contains(example) }, "no test has:\n\(example)")
    }
  }

  @Test func `a machine's whole tests are shorter than 60 lines`() throws {
    let lines = try text("Tests/LockerTests/LockerTests.swift").split(
      separator: "\n", omittingEmptySubsequences: false)
    // The last one ends the file.
    #expect(lines.count - 1 < 60)
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: ArticleTests.root.appending(path: path), encoding: .utf8)
  }
}
