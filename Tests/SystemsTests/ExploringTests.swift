import EventSourcing
import MobileEngage
import MobilePush
import Properties
import Simulation
import Systems
import Testing

/// What the exhaustive search relies on, for both SDKs.
struct ExploringTests {
  @Test func `states of MobilePush that are taken for one go on alike`() {
    check(space(MobilePushSystem.self, Reductions(values: true)), depth: 4)
  }

  @Test func `states of Mobile Engage that are taken for one go on alike`() {
    check(space(MobileEngageSystem.self, Reductions(values: true)), depth: 4)
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
      RunSetting<S>.Device(name: "device\(number)", device: S.defaultDevice(named: "device"))
    }
    return SearchSpace(
      RunSetting(start: Instant(milliseconds: 1_767_603_600_000), devices: devices),
      alphabet: S.alphabet, properties: [], reductions: reductions)
  }
}
