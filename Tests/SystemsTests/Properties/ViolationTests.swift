import MobileEngage
import MobilePush
import Properties
import Simulation
import SystemProperties
import Systems
import Testing

/// Each claim notices a log that breaks it; what the reducers write breaks none.
struct ViolationTests {
  @Test(arguments: MobilePushViolations.all)
  func `a claim about MobilePush notices what breaks it`(breach: Breach<MobilePushSystem>) {
    breach.check()
  }

  @Test(arguments: MobileEngageViolations.all)
  func `a claim about Mobile Engage notices what breaks it`(breach: Breach<MobileEngageSystem>) {
    breach.check()
  }

  @Test func `every claim but those that need whole runs has a log that breaks it`() {
    let shown = Set(
      MobilePushViolations.all.map(\.claim) + MobileEngageViolations.all.map(\.claim))
    let claims =
      MobilePushSystem.properties.map(\.claim) + MobileEngageSystem.properties.map(\.claim)
    let missing = Set(claims.filter { $0.kind != .sometimes }.map(\.id)).subtracting(shown)
    #expect(missing == ["B4", "E15", "E19", "R22"])
  }
}
