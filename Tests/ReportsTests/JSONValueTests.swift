import EventSourcing
import JSON
import Reports
import Testing

struct JSONValueTests {
  @Test func `a value is written as in a trace`() {
    let value = Value.fields([
      .init(name: "none", value: .null),
      .init(name: "all", value: .list([.boolean(true), .integer(-1), .text("a\"b"), .list([])])),
      .init(name: "at", value: .instant(Instant(milliseconds: 5))),
      .init(name: "for", value: .span(.seconds(2))),
      .init(name: "inner", value: .fields([])),
    ])
    var output = JSONOutput()
    output.object { $0.member("value", value) }
    #expect(
      output.text
        == #"{"value":{"none":null,"all":[true,-1,"a\"b",[]],"at":5,"for":2000,"inner":{}}}"#)
  }
}
