import Foundation
import Testing

struct SizeTests {
  @Test func `a machine's whole tests are shorter than 60 lines`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "LockerTests.swift")
    let lines = try String(contentsOf: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    // The last one ends the file.
    #expect(lines.count - 1 < 60)
  }
}
