import EventSourcing
import Simulation
import Systems
import Testing

struct RequestTests {
  @Test func `the request of an effect is the one of its outcome`() {
    check(MobilePushSystem.self)
    check(MobileEngageSystem.self)
  }

  private func check<S: System>(_ system: S.Type) {
    for effect in S.Machine.Effect.samples {
      let made = S.request(of: effect, by: "phone", in: S.Machine.initial)
      guard case .request(var request) = S.outcome(of: effect, by: "phone", in: S.Machine.initial)
      else {
        #expect(made == nil, "\(effect.name)")
        continue
      }
      request.arrival = nil
      #expect(made == request, "\(effect.name)")
    }
  }
}
