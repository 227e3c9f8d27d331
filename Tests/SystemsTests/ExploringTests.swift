import EventSourcing
import MobileEngage
import MobilePush
import Properties
import Simulation
import SystemProperties
import Systems
import Testing

/// What the exhaustive search relies on, for both SDKs; `.ci/sweeps` goes one level deeper.
struct ExploringTests {
  @Test func `states of MobilePush that are taken for one go on alike`() {
    check(space(MobilePushSystem.self), depth: 3)
    check(space(MobilePushSystem.self, devices: 2), depth: 2)
  }

  @Test func `states of Mobile Engage that are taken for one go on alike`() {
    check(space(MobileEngageSystem.self), depth: 4)
    check(space(MobileEngageSystem.self, devices: 2), depth: 3)
  }

  @Test func `reductions find fewer states and the same verdicts`() {
    for reductions in [
      Reductions(), Reductions(devices: true, values: true), Reductions(orders: true),
    ] {
      let spaces = space(MobilePushSystem.self, devices: 2, reductions)
      let outcome = Exploration(spaces, bounds: SearchBounds(depth: 3)).run()
      #expect(outcome.counterexamples.isEmpty)
    }
    let plain = states(Reductions())
    #expect(states(Reductions(orders: true)) == plain)
    #expect(states(Reductions(devices: true)) < plain)
    #expect(states(Reductions(devices: true, values: true)) < states(Reductions(devices: true)))
  }

  private func states(_ reductions: Reductions) -> Int {
    let space = space(MobilePushSystem.self, devices: 2, reductions)
    return Exploration(space, bounds: SearchBounds(depth: 3)).run().figures.states
  }

  private func check<S: SearchableSystem>(_ space: SearchSpace<S>, depth: Int) {
    let audit = StateAudit(of: space, bounds: SearchBounds(depth: depth))
    #expect(audit.findings.isEmpty)
    #expect(audit.states == audit.fingerprints)
    #expect(audit.merged > 0)
  }

  private func space<S: SearchableSystem>(
    _ system: S.Type, devices: Int = 1, _ reductions: Reductions = Reductions()
  ) -> SearchSpace<S> {
    let devices = (1...devices).map { number in
      Preparation<S>.Device(name: "device\(number)", device: S.defaultDevice(named: "device"))
    }
    return SearchSpace(
      RunSetting(start: Instant(milliseconds: 1_767_603_600_000), devices: devices),
      alphabet: S.alphabet, properties: [], reductions: reductions)
  }
}
