import Properties
import SystemProperties
import Systems
import Testing

/// The first runs of a search.
struct RandomRunTests {
  @Test func `no run of MobilePush breaks a claim, and nearly every condition arises`() {
    check(MobilePushSystem.self, rare: ["P6"])
  }

  @Test func `no run of Mobile Engage breaks a claim, and nearly every condition arises`() {
    check(MobileEngageSystem.self, rare: ["E18", "E22", "E23", "E24", "E25"])
  }

  /// What is `rare` takes more runs.
  private func check<S: SearchableSystem>(_ system: S.Type, rare: Set<String>) {
    var options = SearchOptions<S>(seed: 1)
    options.comparedEvery = 10
    let part = SearchPart(options, 0..<40)
    #expect(part.found.map { "\(options.claims[$0.claim].claim.id): \($0.sentence)" } == [])
    let unmet = zip(options.properties, part.tally.met).filter { $1.times == 0 }
    #expect(Set(unmet.map { $0.0.claim.id }).subtracting(rare) == [])
  }
}
