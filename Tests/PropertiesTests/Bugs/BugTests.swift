import EventSourcing
import Properties
import Simulation
import Testing

/// Bugs of ten kinds are found, and their examples are as small as a person would write them.
struct BugTests {
  @Test(arguments: Bug.allCases)
  func `random runs find each bug and make its example as small as by hand`(bug: Bug) throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      let first = FoundBug.simulated(bug.checkout, seed: seed, atMost: 20_000)
      let found = try #require(first, "seed \(seed)")
      #expect(found.steps.count == bug.steps, "seed \(seed): \(found.steps)")
    }
  }

  @Test func `nothing is broken where no bug is planted`() {
    #expect(FoundBug.simulated(NoBug.self, seed: 1, atMost: 300)?.steps == nil)
  }
}

extension Bug {
  /// How many steps the example has that a person would write.
  fileprivate var steps: Int {
    switch self {
    case .lostRetry, .doubleCharge, .restart: 3
    case .timerNotCancelled, .identifierReused, .wrongCourier, .lostAnswer, .twoParties: 4
    case .sixSteps, .counterAtEight: 8
    }
  }
}
