import Properties
import SystemProperties
import Systems
import Testing

/// Claims that compare a finished run with another one made from it.
struct ComparisonTests {
  @Test(arguments: ["H1", "H2", "H20", "H23", "H25", "R25"])
  func `a comparison notices a log that its choices do not lead to`(id: String) throws {
    let comparison = try #require(MobilePushSystem.comparisons.first { $0.claim.id == id })
    let options = SearchOptions<MobilePushSystem>(seed: 1)
    var runs: [FinishedRun<MobilePushSystem>] = []
    _ = SearchPart(options, 0..<12) { run, _ in runs.append(run) }
    // A log whose setting differs in nothing that decides folds to its effects here too.
    let isNoticed = runs.contains { run in
      runs.contains { other in
        let mixed = FinishedRun(setting: run.setting, choices: run.choices, log: other.log)
        if case .broken = comparison.judge(mixed) { return true }
        return false
      }
    }
    #expect(isNoticed)
  }
}
