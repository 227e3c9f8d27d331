import JSON
import Protocols
import Testing

struct DebugMessageTests {
  @Test func `a request is read with its number, its name and what it is wanted for`() throws {
    let text = #"{"seq":3,"type":"request","command":"next","arguments":{"threadId":1}}"#
    #expect(
      try DebugRequest(Array(text.utf8))
        == DebugRequest(seq: 3, command: "next", arguments: ["threadId": 1]))
  }

  @Test(arguments: [
    "{", "[]", "{}", #"{"seq":1,"type":"event","event":"a"}"#,
    #"{"type":"request","command":"a"}"#, #"{"seq":"1","type":"request","command":"a"}"#,
    #"{"seq":1,"type":"request","command":2}"#, #"{"seq":1,"seq":2}"#,
  ])
  func `what is no request cannot be answered`(text: String) throws {
    let refusal = try #require(throws: InvalidDebugRequest.self) {
      try DebugRequest(Array(text.utf8))
    }
    #expect(refusal.request == nil)
    #expect(!refusal.reason.isEmpty)
  }

  @Test func `a request whose arguments are no object is refused under its number`() throws {
    let text = #"{"seq":3,"type":"request","command":"next","arguments":7}"#
    let refusal = try #require(throws: InvalidDebugRequest.self) {
      try DebugRequest(Array(text.utf8))
    }
    #expect(refusal.request?.seq == 3)
  }

  @Test func `messages are written as the protocol has them`() {
    let request = DebugRequest(seq: 3, command: "next")
    let answer: JSONTree = [
      "seq": 1, "type": "response", "request_seq": 3, "command": "next", "success": true,
      "body": [:],
    ]
    #expect(DebugMessage.response(to: request, body: [:]).tree(seq: 1) == answer)
    let failure: JSONTree = [
      "seq": 2, "type": "response", "request_seq": 3, "command": "next", "success": false,
      "message": "no", "body": ["error": ["id": 1, "format": "no", "showUser": true]],
    ]
    #expect(DebugMessage.failure(of: request, reason: "no").tree(seq: 2) == failure)
    let event: JSONTree = [
      "seq": 3, "type": "event", "event": "stopped", "body": ["reason": "step"],
    ]
    #expect(DebugMessage.event("stopped", body: ["reason": "step"]).tree(seq: 3) == event)
  }
}
