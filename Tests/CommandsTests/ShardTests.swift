import Foundation
import Testing

@testable import Commands

struct ShardTests {
  @Test func `the parts of a run have every scenario once`() throws {
    let whole = try Set(labels(["check", "--list", "Specs/mobilepush"]))
    let parts = try (1...3).map { part in
      try labels(["check", "--list", "Specs/mobilepush", "--shard", "\(part)/3"])
    }
    #expect(parts.reduce(0) { $0 + $1.count } == whole.count)
    #expect(Set(parts.joined()) == whole)
    #expect(parts.allSatisfy { abs($0.count - whole.count / 3) <= 1 })
  }

  @Test(arguments: ["", "0/3", "4/3", "1", "1/2/3", "a/b", "-1/3", "1/0"])
  func `anything but a part and a number of parts is wrong usage`(text: String) throws {
    #expect(Shard(argument: text) == nil)
    #expect(try CommandRun(["check", "--shard=\(text)", OutputTests.spec]).status == 64)
  }

  @Test func `a part without a scenario has run nothing`() throws {
    let run = try CommandRun(["check", OutputTests.spec, "--shard", "900/900"])
    #expect(run.status == 2)
    #expect(run.errors.contains("part 900 of 900 is empty"))
  }

  private func labels(_ arguments: [String]) throws -> [String] {
    try CommandRun(arguments).output.split(separator: "\n").map {
      $0.components(separatedBy: "  ")[0]
    }
  }
}
