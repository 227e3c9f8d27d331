import CommandTesting
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
    let run = try await CommandRun("mcp", input: input)
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

  @Test func `calls end soon when the client closes its pipe`() async throws {
    let pipe = Pipe()
    let inbox = ToolInbox(pipe.fileHandleForReading.fileDescriptor, time: .seconds(86_400)) { _ in
      true
    }
    pipe.fileHandleForWriting.write(Data(Self.line(1, "tools/list").utf8))
    var requests = inbox.requests.makeAsyncIterator()
    let request = await requests.next()
    let limit = try #require(request).limit
    limit.begin()
    #expect(limit.cause == nil)
    try pipe.fileHandleForWriting.close()
    while limit.cause == nil { try await Task.sleep(for: .milliseconds(50)) }
    #expect(limit.cause == "the end of the input")
  }

  @Test func `a batch is answered as one where the version has batches`() async throws {
    func session(_ version: String) -> String {
      let hello = #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"#
      let ping = #"{"jsonrpc":"2.0","id":2,"method":"ping"}"#
      let list = #"{"jsonrpc":"2.0","id":3,"method":"resources/templates/list"}"#
      let note = #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#
      return "\(hello)\"\(version)\"}}\n[\(ping),\(note),7,\(list)]\n[\(note)]\n[]\n"
    }
    let old = try await CommandRun("mcp", input: session("2025-03-26"))
    let lines = try old.output.split(separator: "\n").map { try JSONTree(Array($0.utf8)) }
    #expect(lines.count == 3)
    let batch = lines.first { $0.elements.count == 3 }?.elements ?? []
    #expect(batch.map { $0["id"]?.text } == ["2", nil, "3"])
    #expect(batch.map { $0["error"]?["code"]?.text } == [nil, "-32600", nil])
    #expect(
      try await Self.answers(to: session("2025-06-18")) == ["1"]
        + [String](repeating: "null -32600", count: 3))
  }

  @Test func `requests that nobody answers do not pile up`() async throws {
    let count = ToolInbox.mostWaiting + 1
    let input = (1...count).map { Self.line($0, "tools/list") }.joined()
    let file = try TemporaryFile(input)
    let (refusals, refused) = AsyncStream<JSONTree>.makeStream()
    let inbox = ToolInbox(file.descriptor, time: .seconds(1)) {
      refused.yield($0)
      return true
    }
    var refusal = refusals.makeAsyncIterator()
    let answer = await refusal.next()
    #expect(answer?["id"]?.text == "\(count)")
    #expect(
      answer?["error"]?["message"]?.text == "100 requests wait already: send it again later")
    var waiting = 0
    for await request in inbox.requests {
      inbox.finish(request, with: nil)
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
    let run = try await CommandRun("mcp \(arguments)").exits(status)
    #expect(run.output.isEmpty && !run.errors.isEmpty)
  }
}
