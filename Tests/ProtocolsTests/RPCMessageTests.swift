import JSON
import Protocols
import Testing

struct RPCMessageTests {
  @Test(arguments: [
    RPCMessage.request(id: 1, method: "a", parameters: ["x": true]),
    .request(id: "one", method: "a", parameters: .null),
    .notification(method: "a/b", parameters: [1, "two"]),
    .response(id: 3, result: .null), .response(id: 3, result: ["x": []]),
    .failure(id: .null, RPCError(.methodNotFound, "there is no 'x'")),
  ])
  func `a message is read as it is written`(message: RPCMessage) throws {
    #expect(try RPCMessage(message.tree.bytes) == message)
    var frames = MessageFrames()
    frames.append(message.frame)
    #expect(try frames.next() == message.tree.bytes)
  }

  @Test(arguments: [
    ("{", RPCError.Code.parse), ("", .parse), ("{\"a\":1,\"a\":2}", .parse), ("\u{0}", .parse),
    ("[]", .invalidRequest), ("1", .invalidRequest), ("{}", .invalidRequest),
    ("{\"jsonrpc\":\"1.0\",\"method\":\"a\"}", .invalidRequest),
    ("{\"jsonrpc\":\"2.0\",\"method\":1}", .invalidRequest),
    ("{\"jsonrpc\":\"2.0\",\"id\":1}", .invalidRequest),
    ("{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"a\"}", .invalidRequest),
    ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\",\"params\":7}", .invalidRequest),
  ])
  func `what is no message is refused with its code`(text: String, code: RPCError.Code) throws {
    let refusal = try #require(throws: InvalidMessage.self) { try RPCMessage(Array(text.utf8)) }
    #expect(refusal.error.code == code.rawValue)
  }

  @Test func `a refusal is answered under the id that could be read`() throws {
    let text = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"a\",\"params\":7}"
    let refusal = try #require(throws: InvalidMessage.self) { try RPCMessage(Array(text.utf8)) }
    #expect(refusal.id == 7)
  }

  @Test func `a value that is nested too deep is refused`() {
    let text = String(repeating: "[", count: 100_000)
    #expect(throws: InvalidMessage.self) { try RPCMessage(Array(text.utf8)) }
  }
}
