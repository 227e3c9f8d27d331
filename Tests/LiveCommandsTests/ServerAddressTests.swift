import Testing

@testable import LiveCommands

struct ServerAddressTests {
  @Test(arguments: [
    ("http://127.0.0.1:8080", "127.0.0.1", 8_080, ""), ("http://localhost", "localhost", 80, ""),
    ("HTTP://[::1]:90/a/b/", "::1", 90, "/a/b"), ("http://h:65535/", "h", 65_535, ""),
  ])
  func `an address has a machine, a port and a path`(
    text: String, host: String, port: Int, prefix: String
  ) throws {
    let address = try ServerAddress(text)
    #expect((address.host, address.port, address.prefix) == (host, port, prefix))
  }

  @Test(arguments: [
    ("https://h", "no TLS"), ("h:80", "http://"), ("", "http://"), ("http://", "no machine"),
    ("http://:80", "no machine"), ("http://h:0", "port"), ("http://h:99999", "port"),
    ("http://h:1:2", "port"), ("http://user@h", "user"), ("http://h/?a", "query"),
    ("http://h\r\nX: y", "space"), ("http://[::1", "the ] behind"),
  ])
  func `what is no plain address is refused with the reason`(text: String, hint: String) {
    let refusal = #expect(throws: ServerAddress.Refusal.self) { try ServerAddress(text) }
    #expect(refusal?.reason.contains(hint) == true, "\(refusal?.reason ?? "")")
  }
}
