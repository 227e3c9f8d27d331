import EventSourcing
import JSON
import Testing

@testable import Timeline

struct StateChangeTests {

  @Test func `equal states differ in nothing`() {
    let state = fields([("a", .integer(1)), ("b", .list([.text("x")]))])
    #expect(changes(from: state, to: state) == "[]")
  }

  @Test func `only the leaf that is another one is set`() {
    let old = fields([("a", .integer(1)), ("b", fields([("c", .boolean(true))]))])
    let new = fields([("a", .integer(1)), ("b", fields([("c", .boolean(false))]))])
    #expect(changes(from: old, to: new) == #"[[["b","c"],false]]"#)
  }

  @Test func `fields come and go`() {
    let old = fields([("a", .integer(1)), ("b", .integer(2)), ("d", .integer(4))])
    let new = fields([("b", .integer(2)), ("c", .integer(3)), ("d", .integer(5))])
    #expect(changes(from: old, to: new) == #"[[["c"],3],[["d"],5],[["a"]]]"#)
  }

  @Test func `a queue that loses its first element and gets a last one is not written anew`() {
    let old = fields([("queue", .list([.integer(1), .integer(2), .integer(3)]))])
    let shorter = fields([("queue", .list([.integer(2), .integer(3)]))])
    #expect(changes(from: old, to: shorter) == #"[[["queue"],0,1,[]]]"#)
    let longer = fields([("queue", .list([.integer(1), .integer(2), .integer(3), .integer(4)]))])
    #expect(changes(from: old, to: longer) == #"[[["queue"],3,0,[4]]]"#)
  }

  @Test func `an element in the middle is changed in its place`() {
    let old = fields([("all", .list([.integer(1), .integer(2), .integer(3)]))])
    let new = fields([("all", .list([.integer(1), .integer(9), .integer(3)]))])
    #expect(changes(from: old, to: new) == #"[[["all",1],9]]"#)
  }

  private func fields(_ fields: [(String, Value)]) -> Value {
    .fields(fields.map { Value.Field(name: $0.0, value: $0.1) })
  }

  private func changes(from old: Value, to new: Value) -> String {
    var output = JSONOutput()
    output.changes(from: old, to: new)
    return output.text
  }
}
