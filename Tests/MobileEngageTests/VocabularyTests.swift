import EventSourcing
import Testing

@testable import MobileEngage

struct VocabularyTests {
  @Test func `every case has a name of its own and a sample that reads back`() {
    expectOwnNames(of: MobileEngageEvent.self)
    expectOwnNames(of: MobileEngageEffect.self)
    expectOwnNames(of: MobileEngageBackendEvent.self)
    expectOwnNames(of: MobileEngageBackendEffect.self)
  }

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
}

/// Holds the names of a vocabulary against the samples of its cases.
func expectOwnNames<V: Vocabulary>(of type: V.Type) {
  let texts = V.Name.allCases.map(\.description)
  #expect(Set(texts).count == texts.count)
  for name in V.Name.allCases {
    let sample = V.sample(of: name)
    #expect(sample.name == name)
    var maker = ValueMaker()
    #expect(sample.fields(&maker) == sample)
    #expect(!name.summary.description.isEmpty, "\(name)")
  }
}
