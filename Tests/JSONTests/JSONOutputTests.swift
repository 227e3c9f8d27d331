import JSON
import Testing

struct JSONOutputTests {
  @Test func `a document has its commas where they belong`() {
    var json = JSONOutput()
    json.object { json in
      json.member("a", 1)
      json.member("b", "x\"y")
      json.member("c", nil as String?)
      json.list("d") { json in
        json.element(true)
        json.object { $0.member("e", false) }
        json.list { _ in }
      }
      json.object("f") { _ in }
      json.member("g", Int64.min)
    }
    #expect(
      json.text
        == #"{"a":1,"b":"x\"y","c":null,"d":[true,{"e":false},[]],"f":{},"g":-9223372036854775808}"#
    )
  }
}
