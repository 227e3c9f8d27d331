import CommandTesting
import Foundation
import Testing

@testable import Commands

struct ShardTests {
  @Test func `the parts of a run have every scenario once`() async throws {
    let list = ["check", "--list", "Specs/mobilepush/throttle.spec.yaml", OutputTests.spec]
    let whole = Set(try await labels(list))
    var parts: [[String]] = []
    for part in 1...3 { parts.append(try await labels(list + ["--shard", "\(part)/3"])) }
    #expect(parts.reduce(0) { $0 + $1.count } == whole.count)
    #expect(Set(parts.joined()) == whole)
    #expect(parts.allSatisfy { abs($0.count - whole.count / 3) <= 1 })
  }

  @Test(arguments: ["", "0/3", "4/3", "1", "1/2/3", "a/b", "-1/3", "1/0"])
  func `anything but a part and a number of parts is wrong usage`(text: String) async throws {
    #expect(Shard(argument: text) == nil)
    try await CommandRun("check --shard=\(text) \(OutputTests.spec)").exits(64)
  }

  @Test func `a part without a scenario has run nothing`() async throws {
    try await CommandRun("check \(OutputTests.spec) --shard 900/900").exits(2).printsError(
      "part 900 of 900 is empty")
  }

  private func labels(_ arguments: [String]) async throws -> [String] {
    try await CommandRun(arguments).output.split(separator: "\n").map {
      $0.components(separatedBy: "  ")[0]
    }
  }
}
