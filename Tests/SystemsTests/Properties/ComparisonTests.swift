import MobileEngage
import MobilePush
import Properties
import Rules
import Simulation
import SystemProperties
import Systems
import Testing

/// Claims that compare a finished run with another one made from it.
struct ComparisonTests {
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `no run of MobilePush breaks a comparison`(seed: UInt64) {
    judge(RandomRun<MobilePushSystem>(seed: seed, moves: 150))
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `no run of Mobile Engage breaks a comparison`(seed: UInt64) {
    judge(RandomRun<MobileEngageSystem>(seed: seed, moves: 150))
  }

  @Test(arguments: ["H1", "H2", "H20", "H23", "H25", "R25"])
  func `a comparison notices a log that its choices do not lead to`(id: String) throws {
    let run = RandomRun<MobilePushSystem>(seed: 1, moves: 150)
    let comparison = try #require(MobilePushSystem.comparisons.first { $0.claim.id == id })
    // A log whose setting differs in nothing that decides folds to its effects here too.
    let outcomes = (2...30 as ClosedRange<UInt64>).lazy.map { seed in
      let other = RandomRun<MobilePushSystem>(seed: seed, moves: 150)
      return comparison.judge(
        FinishedRun(setting: run.setting, choices: run.choices, log: other.log))
    }
    #expect(
      outcomes.contains { outcome in
        guard case .broken = outcome else { return false }
        return true
      })
  }

  private func judge<S: SearchableSystem>(_ run: RandomRun<S>) {
    let finished = FinishedRun(setting: run.setting, choices: run.choices, log: run.log)
    for comparison in S.comparisons {
      let outcome = comparison.judge(finished)
      #expect(outcome == .holds || outcome == .notMet, "\(comparison.claim.id)")
    }
  }
}
