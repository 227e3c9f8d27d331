import EventSourcing
import Live
import Testing

@testable import LiveCommands

/// The server over real sockets, asked by the transport of the live host.
struct LiveServerTests {
  @Test func `a registration is answered 201 and makes a contact`() async throws {
    try await serving { server in
      let answer = try await server.send(.registration(key: "ann"))
      #expect(answer.status == 201)
      let contacts = try await server.admin("GET", "backend/contacts")
      #expect(contacts.text.hasPrefix(#"{"ann":{"devices":1"#))
      let text = try await server.admin("GET", "backend/billable").text
      #expect(text == "1\n")
    }
  }

  @Test func `a registration with a wrong field is refused by its name`() async throws {
    try await serving { server in
      var call = WireRequest.registration(key: "ann")
      call.body = Array(call.text.replacing("\"tags\"", with: "\"timeZone\":3600,\"tags\"").utf8)
      let text = try await server.send(call).text
      #expect(text == "{\"error\":\"'timeZone': expected text\"}\n")
      let event = #"{"event":"push_sent","with":{"contact":5}}"#
      let answer = try await server.admin("POST", "events", event).text
      #expect(answer == "{\"error\":\"'with.contact': expected text\"}\n")
    }
  }

  @Test func `a repeat of an idempotency key gets the same answer and counts once`() async throws {
    try await serving { server in
      var call = WireRequest.post(
        "/device/v1/event/analytic", #"[{"entry":1,"kind":"app_opened","at":5}]"#)
      call.headers = [WireHeader("X-Client-Id", "phone")]
      let id = EffectID(log: "l", seq: 7)
      let first = try await server.send(call, as: id)
      let second = try await server.send(call, as: id)
      #expect(first == second)
      #expect(await server.arrivals("analytics_arrived") == 1)
      call.body = Array(#"[{"entry":2,"kind":"app_opened","at":5}]"#.utf8)
      let status = try await server.send(call, as: id).status
      #expect(status == 422)
    }
  }

  @Test func `two repeats at once count once`() async throws {
    try await serving { server in
      let id = EffectID(log: "l", seq: 7)
      async let first = server.send(.registration(key: "ann"), as: id)
      async let second = server.send(.registration(key: "ann"), as: id)
      let statuses = [try await first.status, try await second.status]
      #expect(statuses == [201, 201])
      #expect(await server.arrivals("registration_arrived") == 1)
    }
  }

  @Test func `a device that opted in gets its token and the pushes to its contact`() async throws {
    try await serving { server in
      let token = try await server.send(.post("/push/v1/phone/token", ""))
      #expect(token.text == #"{"token":"token-phone-1"}"#)
      let none = try await server.send(WireRequest("GET", "/push/v1/phone/messages"))
      #expect(none.text == "{\"messages\":[]}\n")
    }
  }

  @Test(arguments: [
    ("status", 503, 0), ("refuse", 0, 0), ("drop", 0, 1), ("garbage", 0, 1), ("big_body", 0, 1),
    ("duplicate", 201, 2), ("delay", 201, 1),
  ])
  func `a fault is what an admin request asked for, once`(
    fault: String, status: Int64, arrivals: Int
  ) async throws {
    try await serving { server in
      let plan = #"{"kind":"registration","fault":"\#(fault)"}"#
      let planned = try await server.admin("POST", "faults", plan).status
      #expect(planned == 200)
      switch await server.result(of: .registration(key: "ann")) {
      case .response(let response): #expect(response.status == status)
      case .failure(let failure, _):
        #expect(status == 0)
        #expect(failure == .connectionLost)
      }
      #expect(await server.arrivals("registration_arrived") == arrivals)
      let text = try await server.admin("GET", "faults").text
      #expect(text == "{\"faults\":[]}\n")
      let after = try await server.send(.registration(key: "ann")).status
      #expect(after == 201)
    }
  }

  @Test func `a call that hangs is a timeout of the client`() async throws {
    try await serving { server in
      _ = try await server.admin("POST", "faults", #"{"fault":"hang"}"#)
      let result = await server.result(of: .registration(key: "ann"), limit: .milliseconds(100))
      guard case .failure(.timeout, _) = result else {
        Issue.record("\(result)")
        return
      }
    }
  }

  @Test(arguments: [
    (#"{"fault":"explode"}"#, "explode"),
    (#"{"kind":"registratoin","fault":"drop"}"#, "known: any"),
    (#"{"fault":"drop","count":"x"}"#, "'count': expected a whole number"),
    (#"{"fault":"status","statsu":500}"#, "unknown field 'statsu': did you mean 'status'?"),
    (#"{"fault":"drop","count":0}"#, "count"), (#"{"fault":"drop","often":2}"#, "often"),
    (#"{"fault":"status","retry_after":-1}"#, "retry_after"),
    ("[]", "object"),
    ("", "object"),
  ])
  func `a fault that makes no sense is refused`(body: String, hint: String) async throws {
    try await serving { server in
      let answer = try await server.admin("POST", "faults", body)
      #expect(answer.status == 400)
      #expect(answer.text.contains(hint), "\(answer.text)")
    }
  }

  @Test func `what the marketer does is an event of the log, and nothing else is`() async throws {
    try await serving { server in
      let event = #"{"event":"push_sent","with":{"contact":"ann","id":"n"}}"#
      let text = try await server.admin("POST", "events", event).text
      #expect(text.contains(#"["diagnose"]"#))
      #expect(await server.arrivals("push_sent") == 1)
      for body in [
        #"{"event":"app_launched"}"#, #"{"event":"push_snet"}"#, #"{"event":"token_invalidated"}"#,
        #"{"event":"push_sent","with":{"contact":"ann"}}"#, #"{"event":"push_sent","to":"ann"}"#,
      ] {
        let status = try await server.admin("POST", "events", body).status
        #expect(status == 400)
      }
    }
  }

  @Test func `calls need the one token, admin requests the other`() async throws {
    try await serving(ServerAccess(token: "app", adminToken: "own")) { server in
      var server = server
      let status = try await server.send(.registration(key: "ann")).status
      #expect(status == 401)
      server.token = "app"
      let after = try await server.send(.registration(key: "ann")).status
      #expect(after == 201)
      let again = try await server.admin("GET", "backend").status
      #expect(again == 401)
      server.token = "own"
      let third = try await server.admin("GET", "backend").status
      #expect(third == 200)
      #expect(await server.host.notes.count { $0.hasPrefix("refused 401 from 127.0.0.1") } == 2)
    }
  }

  @Test func `a server that stops answers what was asked`() async throws {
    try await serving(ServerAccess(), ServerLimits(stopTime: .hours(1))) { server in
      _ = try await server.admin("POST", "faults", #"{"fault":"delay","delay":300}"#)
      async let answer = server.send(.registration(key: "ann"))
      while await server.arrivals("registration_arrived") == 0 {
        try await Task.sleep(for: .milliseconds(5))
      }
      await server.stop()
      let status = try await answer.status
      #expect(status == 201)
    }
  }
}
