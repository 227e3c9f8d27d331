import EventSourcing
import Foundation
import Properties
import Simulation
import Synchronization
import TestFiles
import Testing

/// Bugs of ten kinds are found, and their examples are as small as a person would write them.
///
/// Where other runs are drawn on purpose, `WRITE_BUGS=1 swift test --filter BugTests` writes the
/// columns of the table anew.
struct BugTests {
  /// The seed of the table.
  private static let seed: UInt64 = 2

  @Test(arguments: Bug.allCases)
  func `each bug is found, with an example as small as by hand, and stands in the table`(
    bug: Bug
  ) throws {
    let random = FoundBug.simulated(bug, seed: BugTests.seed)
    let simulated = try #require(random)
    #expect(simulated.steps.count == bug.steps, "\(simulated.steps)")
    let devices = bug == .twoParties ? 2 : 1
    let explored = FoundBug.explored(bug, devices: devices, atMost: 4_000)
    if let explored { #expect(explored.steps.count <= bug.steps, "\(explored.steps)") }
    let states = explored.map { "\($0.searched) states, \($0.before) moves" } ?? "-"
    let row =
      "| `\(bug)` | \(simulated.searched) | \(simulated.before) | \(simulated.steps.count) "
      + "| \(states) |"
    if ProcessInfo.processInfo.environment["WRITE_BUGS"] != nil {
      try BugTests.write(row, of: bug)
    }
    let article = try String(contentsOf: BugTests.article, encoding: .utf8)
    #expect(article.contains("\n\(row)"), "the article has no row \(row)")
  }

  /// Puts the columns of a bug in place of those in the table, and keeps the ones of Hypothesis.
  private static func write(_ row: String, of bug: Bug) throws {
    try writing.withLock { _ in
      var lines = try String(contentsOf: article, encoding: .utf8)
        .components(separatedBy: "\n")
      let place = try #require(lines.firstIndex { $0.hasPrefix("| `\(bug)` |") })
      let rest = lines[place].components(separatedBy: "|").dropFirst(6)
      lines[place] = row + rest.joined(separator: "|")
      try Data(lines.joined(separator: "\n").utf8).write(to: article)
    }
  }

  /// The table is written by one test at a time.
  private static let writing = Mutex(())

  @Test(arguments: Bug.allCases.filter { $0 != .twoParties })
  func `the example is as small with other seeds`(bug: Bug) throws {
    for seed in [1, 3] as [UInt64] {
      let found = FoundBug.simulated(bug, seed: seed)
      #expect(found?.steps.count == bug.steps, "seed \(seed): \(found?.steps ?? [])")
    }
  }

  @Test func `nothing is broken where no bug is planted`() {
    #expect(FoundBug.simulated(nil, seed: 1, atMost: 200)?.steps == nil)
  }

  /// The article with the tables.
  static let article = Project.root.appending(
    path: "Sources/Simulation/Simulation.docc/WhatSearchesFind.md")
}

extension Bug {
  /// The number of steps of the example that a person would write.
  fileprivate var steps: Int {
    switch self {
    case .lostRetry, .doubleCharge, .restart: 3
    case .timerNotCancelled, .identifierReused, .wrongCourier, .lostAnswer, .twoParties: 4
    case .sixSteps, .counterAtEight: 8
    }
  }
}
