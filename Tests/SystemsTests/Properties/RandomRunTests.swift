import EventSourcing
import MobileEngage
import MobilePush
import Properties
import Simulation
import SystemProperties
import Systems
import Testing

struct RandomRunTests {
  @Test(arguments: Runs.seeds)
  func `no run of MobilePush breaks a claim`(seed: UInt64) {
    #expect(Runs.ofMobilePush.broken[seed] == [])
  }

  @Test(arguments: Runs.seeds)
  func `no run of Mobile Engage breaks a claim`(seed: UInt64) {
    #expect(Runs.ofMobileEngage.broken[seed] == [])
  }

  @Test func `the condition of nearly every claim arises in a few runs`() {
    // Names and times that meet each other are for a search to draw, not for these runs.
    let rare: Set = [
      "E19", "E22", "E23", "E24", "E25", "H9", "I2", "I6", "I7", "P6", "W4", "W5", "W8", "W10",
      "W13", "W14",
    ]
    #expect(Runs.ofMobilePush.neverMet.subtracting(rare) == [])
    #expect(Runs.ofMobileEngage.neverMet.subtracting(rare) == [])
  }
}

/// The runs of a system that the tests look at, each run once.
private struct Runs: Sendable {
  static let seeds: ClosedRange<UInt64> = 1...12
  static let ofMobilePush = Runs(MobilePushSystem.self)
  static let ofMobileEngage = Runs(MobileEngageSystem.self)

  /// The claims that each run broke, by its seed.
  private(set) var broken: [UInt64: [String]] = [:]
  /// The claims whose condition arose in no run.
  private(set) var neverMet: Set<String>

  private init<S: SearchableSystem>(_ system: S.Type) {
    neverMet = Set(S.properties.map(\.claim.id))
    for seed in Runs.seeds {
      let run = RandomRun<S>(seed: seed, moves: 400)
      broken[seed] = run.broken
      for property in S.properties.indices where run.checker.met(property) > 0 {
        neverMet.remove(S.properties[property].claim.id)
      }
    }
  }
}
