import JSON
import Protocols
import Testing

struct InboxTests {
  @Test func `a request that waits can be cancelled, and is answered all the same`() {
    var inbox = Inbox()
    inbox.append(RPCMessage.request(id: 1, method: "a", parameters: .null).frame)
    inbox.append(RPCMessage.request(id: 2, method: "b", parameters: .null).frame)
    inbox.append(cancel(2) + cancel(3))
    #expect(inbox.count == 2)
    #expect(inbox.next() == .message(.request(id: 1, method: "a", parameters: .null)))
    inbox.append(cancel(1))
    #expect(
      inbox.next()
        == .refusal(.failure(id: 2, RPCError(.cancelled, "the request was cancelled"))))
    #expect(inbox.next() == nil)
  }

  @Test func `an id can be used again after its answer`() {
    var inbox = Inbox()
    for _ in 0..<2 {
      inbox.append(RPCMessage.request(id: 1, method: "a", parameters: .null).frame)
      inbox.append(cancel(1))
      guard case .refusal = inbox.next() else {
        Issue.record("it was not cancelled")
        return
      }
    }
  }

  @Test func `broken bytes take their turn among messages`() {
    var inbox = Inbox(limit: 100)
    inbox.append(Array("Content-Length: 1000\r\n\r\n".utf8) + [UInt8](repeating: 1, count: 1000))
    inbox.append(Array("Content-Length: 1\r\n\r\n{".utf8))
    inbox.append(RPCMessage.notification(method: "a", parameters: .null).frame)
    var codes: [Int] = []
    while case .refusal(.failure(let id, let error))? = inbox.next() {
      #expect(id == .null)
      codes.append(error.code)
    }
    #expect(codes == [-32700, -32700])
    #expect(inbox.count == 0)
  }

  private func cancel(_ id: JSONTree) -> [UInt8] {
    RPCMessage.notification(method: "$/cancelRequest", parameters: ["id": id]).frame
  }
}
