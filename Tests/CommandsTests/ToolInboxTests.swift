import EventSourcing
import Foundation
import JSON
import Protocols
import Testing

@testable import Commands

/// The requests that the server of tools reads from bytes.
struct ToolInboxTests {
  private static func line(_ id: Int, _ method: String, _ members: String = "") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{"#
      + #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}\#(members)}}"# + "\n"
  }

  /// The answers of the command to an input, each as its id and the code of its error.
  private static func answers(to input: String) async throws -> [String] {
    let run = try await CommandRun(["mcp"], input: input)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    return try run.output.split(separator: "\n").map { line in
      let answer = try JSONTree(Array(line.utf8))
      let error = answer["error"]?["code"]?.text.map { " \($0)" } ?? ""
      return (answer["id"]?.text ?? "null") + error
    }.sorted()
  }

  @Test(arguments: [
    ("{\"a\"\n", "null -32700"), ("[]\n", "null -32600"), ("[1]", "null -32600"),
    ("nonsense\n\n\n", "null -32700"), ("{\"jsonrpc\":\"2.0\",\"id\":5}\n", "null -32600"),
    (String(repeating: "[", count: 100_000) + "\n", "null -32700"),
    (String(repeating: "x", count: 3 << 20) + "\n", "null -32700"),
    ("\u{0}\u{1}\n", "null -32700"),
    ("{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"a\"}\n", "null -32600"),
    (#"{"jsonrpc":"2.0","id":7,"method":"tools/list"}"#, "7 -32600"),
    (#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":[1]}"# + "\n", "7 -32600"),
  ])
  func `hostile input ends in an error, and the next request is answered`(
    input: String, error: String
  ) async throws {
    let input = input.hasSuffix("\n") ? input : input + "\n"
    #expect(
      try await Self.answers(to: input + Self.line(1, "resources/templates/list")) == ["1", error])
  }

  @Test func `what is no request is passed over, and a ping needs no handshake`() async throws {
    let input = """
      {"jsonrpc":"2.0","method":"notifications/initialized"}
      {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}
      {"jsonrpc":"2.0","method":"notifications/cancelled"}
      {"jsonrpc":"2.0","id":3,"result":{}}
      {"jsonrpc":"2.0","id":"p","method":"ping"}
      """
    #expect(try await Self.answers(to: input) == ["p"])
  }

  @Test func `a call that is cancelled ends, and has no answer`() async throws {
    let endless = #","name":"simulate","arguments":{"runs":"1000000000000","discard":true}"#
    let input =
      Self.line(1, "tools/call", endless)
      + #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"# + "\n"
      + Self.line(2, "tools/call", #","name":"explain","arguments":{"subject":"S101"}"#)
    #expect(try await Self.answers(to: input) == ["2"])
  }

  @Test func `requests that nobody answers do not pile up`() async throws {
    let count = ToolInbox.mostWaiting + 1
    let input = (1...count).map { Self.line($0, "tools/list") }.joined()
    let file = try TemporaryFile(input)
    let (refusals, refused) = AsyncStream<RPCMessage>.makeStream()
    let inbox = ToolInbox(file.descriptor, time: .seconds(1)) { refused.yield($0) }
    var refusal = refusals.makeAsyncIterator()
    guard case .failure(.number(let id), let error)? = await refusal.next() else {
      Issue.record("nothing was refused")
      return
    }
    #expect(id == "\(count)")
    #expect(error.message == "100 requests wait already: send it again later")
    var waiting = 0
    for await request in inbox.requests {
      inbox.finish(request)
      waiting += 1
    }
    #expect(waiting == ToolInbox.mostWaiting)
  }

  @Test(
    arguments: [
      (["no/such"], 2), (["README.md"], 2), (["--time-limit", "0s"], 64),
      (["--size-limit", "0"], 64),
    ] as [([String], Int32)])
  func `the server does not start with what makes no sense`(arguments: [String], status: Int32)
    async throws
  {
    let run = try await CommandRun(["mcp"] + arguments).exits(status)
    #expect(run.output.isEmpty && !run.errors.isEmpty)
  }
}
