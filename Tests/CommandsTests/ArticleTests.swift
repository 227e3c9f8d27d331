import Foundation
import Testing

/// The articles of the documentation, whose commands run as they stand there.
struct ArticleTests {
  @Test(arguments: ProjectFilesTests.files(below: "Sources", suffix: ".md"))
  func `every command of an article prints what the article shows`(path: String) throws {
    let sessions = ConsoleSession.all(in: try Project.text("/\(path)"))
    #expect(!sessions.isEmpty)
    for session in sessions { try session.expectOutput() }
  }
}
