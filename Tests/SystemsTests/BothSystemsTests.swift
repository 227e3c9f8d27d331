import EventSourcing
import Simulation
import Systems
import Testing

/// Claims that hold for both SDKs alike.
struct BothSystemsTests {
  @Test func `the request of an effect is the one of its outcome`() {
    check(MobilePushSystem.self)
    check(MobileEngageSystem.self)
  }

  @Test func `every name of a world is there once, events and effects together`() {
    expectOnce(MobilePushWorld.self)
    expectOnce(MobileEngageWorld.self)
  }

  @Test func `an invented event or effect reads back as it is`() {
    expectReadBack(MobilePushWorldEvent.self)
    expectReadBack(MobilePushWorldEffect.self)
    expectReadBack(MobileEngageWorldEvent.self)
    expectReadBack(MobileEngageWorldEffect.self)
  }

  private func expectOnce<Machine: Reducer>(_ machine: Machine.Type) {
    let names =
      Machine.Event.Name.allCases.map(\.description)
      + Machine.Effect.Name.allCases.map(\.description)
    #expect(Set(names).count == names.count)
  }

  /// Makes up values of every case and compares them with what their description rebuilds.
  private func expectReadBack<V: Vocabulary>(_ type: V.Type) {
    var inventor = Inventor(RandomStream(seed: 11, name: "\(type)"), now: .sample)
    for name in V.Name.allCases {
      for _ in 0..<20 {
        let value = inventor.invent(like: V.sample(of: name))
        var maker = ValueMaker()
        #expect(value.name == name)
        #expect(value.fields(&maker) == value)
      }
    }
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
