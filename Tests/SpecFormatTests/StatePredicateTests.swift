import Diagnostics
import EventSourcing
import SpecFormat
import Systems
import Testing

struct StatePredicateTests {
  private let view = Value.fields([
    Value.Field(name: "contact_key", value: .personal("ann")),
    Value.Field(
      name: "registration",
      value: .fields([
        Value.Field(name: "failures", value: .integer(3)),
        Value.Field(name: "next_attempt", value: .instant(Instant(milliseconds: 61_000))),
      ])),
    Value.Field(name: "tags", value: .list([.text("ALL"), .text("gold")])),
  ])

  @Test(arguments: [
    "registration.failures=3", "registration.failures={ at_least: 2 }", "contact_key=ann",
    "tags={ contains: [gold] }", "registration.next_attempt=1m", "registration.last_attempt=absent",
    "{ contact_key: ann, registration: { failures: 3 } }", "contact_key={ not: bob }",
  ])
  func `a field at any depth is held against a matcher`(text: String) throws {
    #expect(try holds(text))
  }

  @Test(arguments: ["registration.failures=2", "contact_key=absent", "tags=[gold]"])
  func `another state does not match`(text: String) throws {
    #expect(try !holds(text))
  }

  @Test(arguments: [
    ("registration.failure=3", "unknown field"), ("failures", "says nothing"),
    ("=3", "says nothing"), ("registration.failures=x", "number"), ("contact_key=[", ""),
    ("registration.=3", "unknown field"), ("", "says nothing"),
  ])
  func `what no state can be is refused`(text: String, message: String) {
    let error = #expect(throws: Diagnostics.self) { try holds(text) }
    let messages = error?.all.map(\.message).joined(separator: "\n") ?? ""
    #expect(messages.contains(message), "\(messages)")
  }

  private func holds(_ text: String) throws -> Bool {
    try StatePredicate(
      text, for: SystemVocabulary(MobilePushSystem.self), start: Instant(milliseconds: 1_000)
    )
    .holds(view)
  }
}
