import EventSourcing
import Replay
import Testing

@testable import Inspection

/// What may hold as an event is decided.
struct DecisionMarkTests {
  private let now = Instant(milliseconds: 1_000)

  private func mark(_ schema: Schema, _ value: Value?, optional: Bool = true) -> DecisionMark? {
    let node = StateNode(
      way: [.member("inbox"), .member("field")], schema: schema, value: value,
      isOptional: optional, siblings: [])
    return DecisionMark(node, at: now)
  }

  @Test func `a part of the state is a flag, a name, or there or not`() {
    #expect(mark(.boolean, .boolean(true))?.description == "inbox.field is true")
    #expect(mark(.choice([]), .text("background"))?.description == "inbox.field is background")
    #expect(mark(.text, nil)?.description == "inbox.field is absent")
    #expect(mark(.text, .text("a name"))?.description == "inbox.field is there")
    #expect(mark(.list(.integer), .list([]))?.description == "inbox.field is empty or zero")
    #expect(mark(.integer, .integer(3))?.description == "inbox.field is neither empty nor zero")
  }

  @Test func `an instant is past or still to come`() {
    #expect(mark(.instant, .instant(now))?.says == .past)
    #expect(mark(.instant, .instant(now + .seconds(1)))?.says == .future)
  }

  @Test func `a text that is always there and an element of a list say nothing`() {
    #expect(mark(.text, .text("a name"), optional: false) == nil)
    let element = StateNode(
      way: [.member("listeners"), .element(0)], schema: .boolean, value: .boolean(true),
      isOptional: true, siblings: [])
    #expect(DecisionMark(element, at: now) == nil)
  }

  @Test func `an event is known by what it carries, but by no instant`() {
    let fields = Value.fields([
      Value.Field(name: "content", value: .text("inbox")),
      Value.Field(name: "due", value: .instant(now)),
    ])
    let marks = DecisionMark.all(of: fields, in: .event)
    #expect(
      marks.map(\.description) == [
        "its content is inbox", "its content is there", "its due is there",
      ])
  }

  @Test func `of a list that an event carries the fields of its elements count`() {
    let message = Value.fields([Value.Field(name: "start", value: .text("tomorrow"))])
    let fields = Value.fields([Value.Field(name: "messages", value: .list([message]))])
    let marks = DecisionMark.all(of: fields, in: .event)
    #expect(
      marks.map(\.description) == [
        "its messages is neither empty nor zero", "its messages.start is there",
        "its messages is there",
      ])
  }
}
