import EventSourcing
import Testing

@testable import MobileEngage

struct VocabularyTests {
  @Test func `a call is held by the credentials that it carries`() {
    let credentials: Set<String> = ["client_state", "contact_token"]
    let expected: [(MobileEngageEffect.Name, Set<String>)] = [
      (.linkContact, []), (.linkAnonymousContact, []), (.sendEvents, ["contact_token"]),
      (.registerPushToken, credentials), (.removePushToken, credentials),
    ]
    for (effect, own) in expected {
      let all = Set(MobileEngageSDK.gateWords(of: effect).map(\.name))
      #expect(all.intersection(credentials) == own, "\(effect)")
      #expect(all.count == CallGate.allCases.count - 2 + own.count, "\(effect)")
    }
  }

  @Test func `every request begins with number, method, path and headers`() {
    for schema in MobileEngageEffect.schemas.prefix(7) {
      #expect(
        schema.fields.prefix(4).map(\.name) == ["request", "method", "path", "headers"],
        "\(schema.name)")
    }
  }

  @Test func `the gates show what holds an effect back`() {
    var state = MobileEngageSDK.initial
    var effects = Effects<MobileEngageEffect>()
    func happen(_ event: MobileEngageEvent) {
      MobileEngageSDK.reduce(
        &state, RecordedEvent(seq: 1, at: .sample, event: event), into: &effects)
    }
    func answer(_ status: Int64) {
      let answer = MobileEngageAnswer(
        status: status, clientState: "state", contactToken: "contact", refreshToken: "refresh")
      happen(.responseReceived(request: state.traffic.inFlight?.request ?? 0, answer: answer))
    }
    func gates(_ effect: MobileEngageEffect.Name) -> [String]? {
      MobileEngageSDK.gates(of: effect, in: state, at: .sample)?.map(\.name)
    }
    happen(.appLaunched())
    while state.traffic.inFlight != nil { answer(200) }
    #expect(gates(.sendClient) == ["nothing_to_send"])
    #expect(gates(.setTimer) == nil)
    happen(.eventTracked(name: "a"))
    happen(.contactSet(value: "anna"))
    #expect(gates(.linkContact) == ["in_flight", "order"])
    answer(503)
    #expect(gates(.sendEvents) == ["back_off"])
    #expect(gates(.linkContact) == ["order"])
    happen(.processTerminated)
    #expect(gates(.linkContact) == ["process", "order"])
  }
}
