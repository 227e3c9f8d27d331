import EventSourcing
import Testing

@testable import MobileEngage

struct VocabularyTests {
  @Test func `every event has a name of its own and a sample that shows it`() {
    let names = MobileEngageEvent.samples.map(\.name)
    #expect(Set(names).count == 18)
    #expect(names.count == 18)
    #expect(MobileEngageEvent.schemas.allSatisfy { !$0.summary.isEmpty })
  }

  @Test func `effects are listed in the order in which one event orders them`() {
    #expect(Set(MobileEngageEffect.samples.map(\.name)).count == 11)
    #expect(MobileEngageEffect.samples.map(\.rank) == Array(0..<11))
  }

  @Test func `every request begins with number, method, path and headers`() {
    for schema in MobileEngageEffect.schemas.prefix(7) {
      #expect(
        schema.fields.prefix(4).map(\.name) == ["request", "method", "path", "headers"],
        "\(schema.name)")
    }
  }

  @Test func `the backend's words are its own`() {
    let backend = MobileEngageBackendEvent.samples.map(\.name)
    #expect(Set(backend).count == 11)
    #expect(Set(backend).isDisjoint(with: MobileEngageEvent.samples.map(\.name)))
    #expect(
      Set(MobileEngageBackendEffect.samples.map(\.name))
        .isDisjoint(with: MobileEngageEffect.samples.map(\.name)))
  }
}
