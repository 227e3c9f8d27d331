import MobileEngage
import MobilePush
import Properties
import Simulation
import SystemProperties
import Systems
import Testing

/// Each claim notices a log that breaks it; what the reducers write breaks none.
struct ViolationTests {
  @Test(arguments: MobilePushViolation.all)
  func `a claim about MobilePush notices what breaks it`(violation: MobilePushViolation) {
    var log = HandMadeRun<MobilePushSystem>()
    violation.write(&log)
    #expect(log.broken.contains(violation.claim), "\(log.broken)")
    #expect(log.sentence(violation.claim)?.hasSuffix(".") == true)
  }

  @Test(arguments: MobileEngageViolation.all)
  func `a claim about Mobile Engage notices what breaks it`(violation: MobileEngageViolation) {
    var log = HandMadeRun<MobileEngageSystem>(
      profile: violation.profile.rawValue, readings: violation.profile.readings)
    violation.write(&log)
    #expect(log.broken.contains(violation.claim), "\(log.broken)")
    #expect(log.sentence(violation.claim)?.hasSuffix(".") == true)
  }

  @Test func `every claim but those that need whole runs has a log that breaks it`() {
    let shown = Set(
      MobilePushViolation.all.map(\.claim) + MobileEngageViolation.all.map(\.claim))
    let claims =
      MobilePushSystem.properties.map(\.claim) + MobileEngageSystem.properties.map(\.claim)
    let missing = Set(claims.filter { $0.kind != .sometimes }.map(\.id)).subtracting(shown)
    #expect(missing == ["B4", "E15", "E19", "R22"])
  }
}
