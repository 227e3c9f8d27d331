import EventSourcing
import Replay
import Testing

@testable import Timeline

struct ValueEditTests {

  @Test func `equal states differ in nothing`() {
    let state = fields([("a", .integer(1)), ("b", .list([.text("x")]))])
    #expect(ValueEdit.changes(from: state, to: state) == [])
  }

  @Test func `only the leaf that is another one is set`() {
    let old = fields([("a", .integer(1)), ("b", fields([("c", .boolean(true))]))])
    let new = fields([("a", .integer(1)), ("b", fields([("c", .boolean(false))]))])
    #expect(
      ValueEdit.changes(from: old, to: new)
        == [.set([.member("b"), .member("c")], .boolean(false))])
  }

  @Test func `fields come and go`() {
    let old = fields([("a", .integer(1)), ("b", .integer(2)), ("d", .integer(4))])
    let new = fields([("b", .integer(2)), ("c", .integer(3)), ("d", .integer(5))])
    #expect(
      ValueEdit.changes(from: old, to: new) == [
        .set([.member("c")], .integer(3)), .set([.member("d")], .integer(5)),
        .remove([.member("a")]),
      ])
  }

  @Test func `a queue that loses its first element and gets a last one is not written anew`() {
    let old = fields([("queue", .list([.integer(1), .integer(2), .integer(3)]))])
    let path: [ValueStep] = [.member("queue")]
    let shorter = fields([("queue", .list([.integer(2), .integer(3)]))])
    #expect(
      ValueEdit.changes(from: old, to: shorter)
        == [.splice(path, start: 0, count: 1, items: [])])
    let longer = fields([("queue", .list([.integer(1), .integer(2), .integer(3), .integer(4)]))])
    #expect(
      ValueEdit.changes(from: old, to: longer)
        == [.splice(path, start: 3, count: 0, items: [.integer(4)])])
  }

  @Test func `an element in the middle is changed in its place`() {
    let old = fields([("all", .list([.integer(1), .integer(2), .integer(3)]))])
    let new = fields([("all", .list([.integer(1), .integer(9), .integer(3)]))])
    #expect(
      ValueEdit.changes(from: old, to: new)
        == [.set([.member("all"), .element(1)], .integer(9))])
  }

  private func fields(_ fields: [(String, Value)]) -> Value {
    .fields(fields.map { Value.Field(name: $0.0, value: $0.1) })
  }
}
