import JSON
import Live
import Systems
import Testing

@testable import LiveCommands

struct BackendServerTests {
  private let host: MemoryHost<MobileEngageSystem>

  init() throws { host = try MemoryHost() }

  private var server: BackendServer { BackendServer(ServedBackends(on: host)) }

  private func arrivals(_ name: String) async -> [String] {
    await host.records.filter { $0["event"]?.text == name }.compactMap {
      $0["data"]?["device"]?.text
    }
  }

  private func send(
    _ server: BackendServer, _ path: String,
    _ headers: [String: String] = [:], _ body: String = "", method: String = "POST"
  ) async throws -> WireResponse {
    let headers = headers.map { WireHeader($0.key, $0.value) }
    let path = "/apps/APP/client" + path
    let reply = try await server.take(
      WireRequest(method, path, headers: headers, body: Array(body.utf8)))
    guard let response = reply.response else { throw NoResponse(reply: reply) }
    return response
  }

  private struct NoResponse: Error { let reply: ServedReply }

  @Test func `a client that sends documented headers alone is one client`() async throws {
    let server = server
    let first = try await send(server, "", [:], #"{"platform":"iOS"}"#)
    let state = try #require(first.headers["X-Client-State"])
    let linked = try await send(server, "/contact?anonymous", ["X-Client-State": state])
    let next = try #require(linked.headers["X-Client-State"])
    #expect(next != state)
    _ = try await send(
      server, "/push-token", ["X-Client-State": next], #"{"pushToken":"t"}"#, method: "PUT")
    _ = try await send(server, "", [:], #"{"platform":"iOS"}"#)
    let clients = await arrivals("client_arrived")
    #expect(clients.count == 2)
    #expect(clients.first == "client-1")
    #expect(clients.last != "client-1")
    #expect(await arrivals("anonymous_link_arrived") == ["client-1"])
    #expect(await arrivals("push_token_arrived") == ["client-1"])
  }

  @Test func `a client whose answer was lost goes on with the state that it has`() async throws {
    let server = server
    let state = try #require(try await send(server, "").headers["X-Client-State"])
    _ = try await server.administer(
      WireRequest("POST", "", body: Array(#"{"fault":"drop"}"#.utf8)), path: ["faults"])
    await #expect(throws: NoResponse.self) {
      try await send(server, "/contact?anonymous", ["X-Client-State": state])
    }
    _ = try await send(server, "/contact?anonymous", ["X-Client-State": state])
    #expect(await arrivals("anonymous_link_arrived") == ["client-1", "client-1"])
  }

  @Test func `the same key of two devices is two calls`() async throws {
    let server = server
    for device in ["phone", "tablet", "phone"] {
      _ = try await send(server, "", ["X-Client-Id": device, "Idempotency-Key": "one"])
    }
    #expect(await arrivals("client_arrived") == ["phone", "tablet"])
  }

  @Test func `a call that comes again while it is held back counts once`() async throws {
    let server = server
    _ = try await server.administer(
      WireRequest("POST", "", body: Array(#"{"fault":"delay","delay":200}"#.utf8)),
      path: ["faults"])
    let headers = ["X-Client-Id": "phone", "Idempotency-Key": "one"]
    async let first = send(server, "", headers)
    async let second = send(server, "", headers)
    #expect(try await first == second)
    #expect(await arrivals("client_arrived") == ["phone"])
  }

  @Test(arguments: ["X-Client-Id", "X-Request-Order", "Idempotency-Key"])
  func `a header by which a call is known stands there once`(name: String) async throws {
    let server = server
    let headers = [WireHeader("x-client-id", "1"), WireHeader(name, "1"), WireHeader(name, "1")]
    await #expect(throws: WireRefusal(400, "\(name) is given twice")) {
      try await server.take(WireRequest("POST", "/apps/APP/client", headers: headers))
    }
    #expect(await arrivals("client_arrived") == [])
  }

  @Test(arguments: ["X-Client-State", "X-Contact-Token"])
  func `so does a header by which a client is known`(name: String) async throws {
    let headers = [WireHeader(name, "1"), WireHeader(name, "2")]
    await #expect(throws: WireRefusal(400, "\(name) is given twice")) {
      try await server.take(WireRequest("POST", "/apps/APP/client", headers: headers))
    }
    await #expect(throws: WireRefusal(400, "\(name) is not UTF-8")) {
      try await server.take(
        WireRequest("POST", "/apps/APP/client", headers: [WireHeader(name, "a\u{FFFD}")]))
    }
  }

  @Test(arguments: [
    ("POST", "", "5", "the body must be a JSON object"),
    ("POST", "", "null", "the body must be a JSON object"),
    ("POST", "/contact", "[1]", "the body must be a JSON object"),
    ("POST", "", #"{"platform":5}"#, "'platform': expected text"),
    ("POST", "", #"{"timezone":true}"#, "'timezone': expected a whole number"),
    ("PUT", "/push-token", "{}", #"'pushToken' is missing: add "pushToken""#),
    ("POST", "/events", #"{"events":[{"entry":"x"}]}"#, "'events.0.entry': expected a whole"),
  ])
  func `a wrong body is refused by the names that its sender knows`(
    method: String, path: String, body: String, reason: String
  ) async throws {
    let refusal = await #expect(throws: WireRefusal.self) {
      try await send(server, path, ["X-Client-Id": "phone"], body, method: method)
    }
    #expect(refusal?.status == 400)
    #expect(refusal?.reason.hasPrefix(reason) == true, "\(refusal?.reason ?? "")")
    #expect(await host.records.isEmpty)
  }

  @Test(arguments: [
    (["events", "x"], 404, "backend, events or faults"), (["faults", "x"], 404, "backend"),
    (["backend", "contacts", "x"], 404, "'contacts/x'"), ([], 404, "backend"),
  ])
  func `an admin request goes to a path that there is`(
    path: [String], status: Int64, hint: String
  ) async throws {
    let refusal = await #expect(throws: WireRefusal.self) {
      try await server.administer(WireRequest("GET", ""), path: path)
    }
    #expect(refusal?.status == status)
    #expect(refusal?.reason.contains(hint) == true, "\(refusal?.reason ?? "")")
  }

  @Test(arguments: [
    (#"{"event":"token_invalidated","on":"mobile_engage"}"#, "name of a backend"),
    (#"{"event":"token_invalidated","on":""}"#, "256 bytes"),
    (#"{"event":"token_invalidated"}"#, "under 'on'"),
    (#"{"event":"server_down","on":"phone"}"#, "takes no 'on'"),
    (#"{"event":"token_invalidated","on":5}"#, "'on' has to be text"),
    (#"{"event":true}"#, "'event' has to name"),
    (#"{"event":"network_lost"}"#, "in a simulated network: plan a fault"),
  ])
  func `an event names a device where it is about one`(
    body: String, hint: String
  ) async throws {
    let refusal = await #expect(throws: WireRefusal.self) {
      try await server.administer(
        WireRequest("POST", "", body: Array(body.utf8)), path: ["events"])
    }
    #expect(refusal?.reason.contains(hint) == true, "\(refusal?.reason ?? "")")
    #expect(await host.records.isEmpty)
  }

  @Test func `planned faults are listed with their values, and noted in the log`() async throws {
    let server = server
    for body in [
      #"{"fault":"status","status":429,"retry_after":5,"count":2}"#,
      #"{"fault":"delay","delay":"1s"}"#, #"{"fault":"big_body","bytes":7}"#,
      #"{"fault":"drop","kind":"events"}"#,
    ] {
      _ = try await server.administer(
        WireRequest("POST", "", body: Array(body.utf8)), path: ["faults"])
    }
    let listed = try await server.administer(WireRequest("GET", ""), path: ["faults"])
    let faults = [
      #"{"kind":"any","fault":"status","count":2,"status":429,"retry_after":5}"#,
      #"{"kind":"any","fault":"delay","count":1,"delay":1000}"#,
      #"{"kind":"any","fault":"big_body","count":1,"bytes":7}"#,
      #"{"kind":"events","fault":"drop","count":1}"#,
    ]
    #expect(
      String(decoding: listed.body, as: UTF8.self)
        == #"{"faults":[\#(faults.joined(separator: ","))]}"# + "\n")
    #expect(await host.notes == faults.map { "planned fault: \($0)" })
    _ = try await server.administer(WireRequest("DELETE", ""), path: ["faults"])
    #expect(await host.notes.last == "all planned faults removed")
  }

  @Test func `a path that takes GET takes HEAD, and says so`() async throws {
    let answers = try await [
      server.administer(WireRequest("GET", ""), path: ["faults"]),
      server.administer(WireRequest("HEAD", ""), path: ["faults"]),
    ]
    #expect(answers[0] == answers[1])
    let refusal = await #expect(throws: WireRefusal.self) {
      try await server.administer(WireRequest("PUT", ""), path: ["faults"])
    }
    let answer = WireResponse.refusal(try #require(refusal))
    #expect(answer.headers["Allow"] == "GET, HEAD, POST, DELETE")
  }

  @Test func `a client with a state that the server did not give is a new one each time`()
    async throws
  {
    let server = server
    for _ in 0..<2 { _ = try await send(server, "", ["X-Client-State": "other"]) }
    #expect(Set(await arrivals("client_arrived")).count == 2)
  }

  @Test func `a thousand faults can be planned`() {
    var plan = FaultPlan()
    let planned = (0..<1_001).map { _ in plan.add(.sample) }
    #expect(planned.count { $0 } == 1_000)
    #expect(planned.last == false)
    _ = plan.take(for: "registration")
    let again = plan.add(.sample)
    #expect(again)
  }
}
