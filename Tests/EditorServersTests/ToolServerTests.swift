import CommandTesting
import Foundation
import JSON
import Protocols
import Testing

@testable import Commands

/// The server of tools: its versions, its tools and what becomes of wrong calls.
struct ToolServerTests {
  private static let login = "Traces/mobilepush/login.trace.jsonl"
  private static let altered = "Specs/must_fail/recordings/altered.trace.jsonl"

  // MARK: - Versions

  @Test
  func `a request without a version is refused before the handshake, and says which there are`()
    async throws
  {
    let session = ToolSession()
    let refusal = try await session.refusal(of: "tools/list", bare: true)
    #expect(refusal.code == -32600)
    #expect(refusal.message.contains("2026-07-28, 2025-11-25"))
    let discovered = try await session.request("server/discover", bare: true)
    #expect(discovered["supportedVersions"]?.elements.first == "2026-07-28")
    _ = try await session.request("initialize", bare: true)
    #expect(try await session.request("tools/list", bare: true)["tools"] != nil)
    let again = try await session.refusal(of: "initialize", bare: true)
    #expect(again.code == -32600)
  }

  @Test(arguments: [("2025-06-18", "2025-06-18"), ("1999-01-01", "2025-11-25")])
  func `the handshake agrees on the client's version, or on the newest that has one`(
    wanted: String, agreed: String
  ) async throws {
    let result = try await ToolSession().request(
      "initialize", ["protocolVersion": .text(wanted)], bare: true)
    #expect(result["protocolVersion"]?.text == agreed)
    #expect(result["serverInfo"]?["name"] == "pushtrace")
  }

  @Test(arguments: [("\"1900-01-01\"", -32022), ("7", -32602)])
  func `a request of a version that is not known is refused`(version: String, code: Int)
    async throws
  {
    let meta: JSONTree = [
      "_meta": ["io.modelcontextprotocol/protocolVersion": try JSONTree(Array(version.utf8))]
    ]
    let refusal = try await ToolSession().refusal(of: "tools/list", meta, bare: true)
    #expect(refusal.code == code)
    #expect(refusal.data?["supported"]?.elements.count == (code == -32022 ? 5 : nil))
  }

  // MARK: - Tools

  @Test func `a tool takes the options of its verb, and names none that there is not`() {
    for tool in Tool.all {
      let known = ToolParameter.all(of: tool.verb).map(\.name)
      var named: [String] = (tool.only ?? []) + tool.without
      named += tool.needs + tool.needsOneOf
      named += tool.fixed.map { word in String(word.dropFirst(2).prefix { $0 != "=" }) }
      #expect(named.filter { !known.contains($0) } == [], "\(tool.name)")
      #expect(tool.only.map { tool.needs.allSatisfy($0.contains) } ?? true)
      #expect(!known.isEmpty && Set(known).count == known.count)
    }
  }

  @Test(
    arguments: [
      ("state_at", ["traces": [.text(Self.login)]], "state_at needs 'at'"),
      ("state_at", ["traces": [.text(Self.login)], "at": .null], "state_at needs 'at'"),
      ("what_if", ["traces": [.text(Self.login)]], "what_if needs one of: skip, set, insert"),
    ] as [(String, JSONTree, String)])
  func `a call without what its tool needs is refused`(
    name: String, arguments: JSONTree, reason: String
  ) async throws {
    let result = try await ToolSession().call(name, arguments)
    #expect(result["isError"] == true && "\(result.shownResult)".contains(reason))
  }

  @Test func `the schema of a tool says what its verb takes`() throws {
    let whyNot = try #require(Tool.all.first { $0.name == "why_not" }).description
    let schema = try #require(whyNot["inputSchema"])
    #expect(schema["required"] == ["trace", "effect"])
    #expect(schema["properties"]?["at"]?["type"] == "string")
    #expect(schema["properties"]?["lenient"]?["type"] == "boolean")
    #expect(schema["properties"]?["time"]?["enum"] == ["relative", "iso"])
    #expect(schema["properties"]?["format"] == nil)
    #expect(schema["additionalProperties"] == false)
    let check = try #require(Tool.all.first { $0.name == "check" }).description
    #expect(check["inputSchema"]?["properties"]?["paths"]?["type"] == "array")
    #expect(check["inputSchema"]?["properties"]?["jobs"]?["default"] == "0")
    #expect(check["annotations"]?["readOnlyHint"] == false)
    #expect(whyNot["annotations"]?["readOnlyHint"] == true)
  }

  @Test(arguments: [
    ("check", "check", #"{"paths": ["Specs/mobilepush/throttle.spec.yaml"]}"#),
    ("show", "show", #"{"trace": "LOGIN", "from": 20, "stats": false}"#),
    ("why", "why", #"{"trace": "LOGIN", "subject": 6}"#),
    ("why_not", "why-not", #"{"trace": "LOGIN", "effect": "send_registration", "at": "5s"}"#),
    ("state_at", "replay", #"{"traces": ["LOGIN"], "at": "10"}"#),
    ("replay", "replay", #"{"traces": "LOGIN"}"#),
    ("triage", "triage", #"{"traces": ["ALTERED"], "specs": "Specs/mobilepush"}"#),
    ("what_if", "replay", #"{"traces": ["LOGIN"], "set": ["7 status=500"]}"#),
    ("minimize", "minimize", #"{"trace": "ALTERED"}"#),
    ("spec", "spec", #"{"trace": "LOGIN", "assert": "final"}"#),
    ("conform", "conform", #"{"traces": ["LOGIN"]}"#),
    ("simulate", "simulate", #"{"sdk": "mobilepush", "seed": 1, "runs": 2, "discard": true}"#),
    ("explore", "explore", #"{"sdk": "mobilepush", "depth": 1}"#),
    ("vocabulary", "vocabulary", #"{"words": ["mobilepush", "inbox"]}"#),
    ("explain", "explain", #"{"subject": "S101"}"#),
  ])
  func `a tool gives the JSON of its verb`(name: String, verb: String, arguments: String)
    async throws
  {
    let text = arguments.replacing("LOGIN", with: Self.login)
      .replacing("ALTERED", with: Self.altered)
    let result = try await ToolSession().call(name, try JSONTree(Array(text.utf8)))
    #expect(result["isError"] == false, "\(result.shownResult)")
    #expect(result["structuredContent"]?["verb"]?.text == verb)
    let shown = try #require(result["content"]?.elements.first?["text"]?.text)
    #expect(try JSONTree(Array(shown.utf8)) == result["structuredContent"])
    if name == "state_at" { #expect(shown.contains("\"view\":{")) }
  }

  @Test(arguments: [
    (#"{"pahts": ["Specs"]}"#, "check has no argument 'pahts'; did you mean 'paths'?"),
    (#"{"strict": "yes"}"#, "'strict' takes true or false"),
    (#"{"tag": {"a": 1}}"#, "'tag' takes texts in a list"),
    (#"{"profile": ["a", "b"]}"#, "'profile' takes text"),
    (#"{"profile": true}"#, "'profile' takes text"), (#"{"tag": [1, true]}"#, "'tag' takes texts"),
    (#"{"jobs": -1}"#, "Error: 'jobs' takes a number from 0"),
    (#"{"jobs": "x"}"#, "Error: The value 'x' is invalid for 'jobs'\nHelp:  'jobs'  "),
    (#"{"paths": ["--watch"]}"#, "there is no file or folder '--watch'"),
  ])
  func `an agent reads how to mend its arguments`(arguments: String, says: String) async throws {
    let result = try await ToolSession().call("check", try JSONTree(Array(arguments.utf8)))
    #expect(result["isError"] == true)
    #expect(result.shownResult.contains(says), "\(result.shownResult)")
  }

  @Test(arguments: [
    ("tools/call", #"{"name": "chek"}"#, -32602), ("tools/call", "{}", -32602),
    ("tools/call", #"{"name": "check", "arguments": []}"#, -32602),
    ("resources/list", #"{"cursor": "x"}"#, -32602), ("resources/read", "{}", -32602),
    ("prompts/list", "{}", -32601), ("no/such", "{}", -32601),
  ])
  func `a request that makes no sense is refused with its code`(
    method: String, parameters: String, code: Int
  ) async throws {
    let refusal = try await ToolSession().refusal(of: method, try JSONTree(Array(parameters.utf8)))
    #expect(refusal.code == code)
  }

  // MARK: - Limits

  @Test func `an answer that is too long is refused with a hint`() async throws {
    let session = ToolSession(sizeLimit: 2000)
    let result = try await session.call("show", ["trace": .text(Self.login)])
    #expect(result["isError"] == true)
    #expect(result["structuredContent"] == nil)
    #expect(result.shownResult.hasPrefix("the answer has more than 2000 bytes: ask for a part"))
    #expect(try await session.call("explain", ["subject": "no"])["isError"] == true)
  }

  @Test func `a search that takes too long ends with what was found until then`() async throws {
    let arguments: JSONTree = ["sdk": "mobilepush", "runs": 1_000_000_000, "discard": true]
    let result = try await ToolSession().call("simulate", arguments, time: 1)
    #expect(result["isError"] == true)
    #expect(
      result["structuredContent"]?["stopped"]?.text?.hasPrefix("stopped by the time limit of 1ms")
        == true, "\(result.shownResult)")
  }

  @Test(arguments: [
    ("show", #"{"trace": "LOGIN"}"#), ("replay", #"{"traces": ["LOGIN"]}"#),
    ("check", #"{"paths": ["Specs/mobilepush/throttle.spec.yaml"]}"#),
  ])
  func `a call whose time is over is an error that says so`(name: String, arguments: String)
    async throws
  {
    let text = arguments.replacing("LOGIN", with: Self.login)
    let result = try await ToolSession().call(name, try JSONTree(Array(text.utf8)), time: 0)
    #expect(result["isError"] == true)
    #expect(result.shownResult.contains("stopped by the time limit of 0s"), "\(result.shownResult)")
  }

  // MARK: - Resources

  @Test func `specs, traces and requirements are listed page by page`() async throws {
    let folder = TemporaryFolder()
    for number in 0..<ToolServer.pageSize { try folder.write("", to: "T/\(number).trace.jsonl") }
    for name in ["a.spec.yaml", "fixtures/b.yaml", "c.rules.yaml", "requirements.yaml", "d.yaml"] {
      try folder.write("a: 1\n", to: name)
    }
    let session = ToolSession(in: [folder.url])
    let first = try await session.request("resources/list")
    #expect(first["resources"]?.elements.count == ToolServer.pageSize)
    #expect(
      first["resources"]?.elements.prefix(4).map { $0["name"] } == [
        "a.spec.yaml", "c.rules.yaml", "fixtures/b.yaml", "requirements.yaml",
      ])
    let cursor = try #require(first["nextCursor"])
    let second = try await session.request("resources/list", ["cursor": cursor])
    #expect(second["resources"]?.elements.count == 4)
    #expect(second["nextCursor"] == nil)
  }

  @Test func `a resource is read by its address, and a requirement by its id`() async throws {
    let session = ToolSession()
    let address = JSONTree.text(fileAddress(Project.root.path + "/" + Self.login))
    let read = try await session.request("resources/read", ["uri": address])
    #expect(read["contents"]?.elements.first?["text"]?.text == (try Project.text("/" + Self.login)))
    let requirement = try await session.request("resources/read", ["uri": "requirement:REG-2"])
    #expect(requirement["contents"]?.elements.first?["text"]?.text?.contains("sixty") == true)
    let near = try await session.refusal(of: "resources/read", ["uri": "requirement:REG-222"])
    #expect(near.message.hasPrefix("there is no requirement 'REG-222'; did you mean"))
    let small = try await ToolSession(sizeLimit: 10).refusal(of: "resources/read", ["uri": address])
    #expect(small.message.contains("has more than 10 bytes"))
  }
}
