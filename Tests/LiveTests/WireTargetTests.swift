import Live
import Testing

struct WireTargetTests {
  @Test func `parts and query lose their escapes`() {
    let target = WireTarget("/apps/A%2FB//client/contact?anonymous&x=a%20b=c#end")
    #expect(target?.parts == ["apps", "A/B", "client", "contact"])
    #expect(target?.query.map(\.name) == ["anonymous", "x"])
    #expect(target?.query.map(\.value) == ["", "a b=c"])
  }

  @Test(arguments: ["/%", "/%4", "/%zz", "/%ff", "/a?b=%c3", "/a?%e2%82=1"])
  func `a percent sign without two digits, or bytes that are no UTF-8, are refused`(path: String) {
    #expect(WireTarget(path) == nil)
  }

  @Test(arguments: ["ünï 🎉", "a/b", "%41", "\r\nHost: x", "", "?&=#"])
  func `any text survives a path`(text: String) {
    let parts = WireTarget("/a/\(WireTarget.escaped(text))/b")?.parts
    #expect(parts == (text.isEmpty ? ["a", "b"] : ["a", text, "b"]))
  }
}
