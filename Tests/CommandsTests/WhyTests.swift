import Foundation
import Testing

/// `pushtrace why` and `why-not` on traces of the project, of others, and on none.
struct WhyTests {
  private let trace = "Traces/mobilepush/back-off-over-days.trace.jsonl"

  @Test func `the chain of causes goes back to the outside input`() async throws {
    let run = try await CommandRun(["why", trace, "15"])
    #expect(run.status == 0)
    #expect(
      run.output.hasPrefix(
        """
          15    -1h                  response_received      request: 5, status: 201
          14    -1h  ← at once       send_registration      request: 5, reason: changed, body: {\
        device_Token: token-1…
          13    -1h  ← at once       timer_fired            timer: registration
          12  -1h1m  ← 1m earlier    set_timer              timer: registration, due: -1h
          11  -1h1m  ← at once       device_token_received  token: token-1
          from outside: the app, the user or the system

        """), "\(run.output)")
  }

  @Test func `the last changes of a field are shown with what led to the last one`() async throws {
    let run = try await CommandRun(["why", trace, "registration.next_attempt", "--at", "2h"])
    #expect(run.status == 0)
    #expect(
      run.output.hasPrefix("registration.next_attempt of device at 2h: 2h8m31s500ms\n  45  "))
    #expect(run.output.contains("the last change came about by\n  45  "))
  }

  @Test func `of a field with members those that differ are shown`() async throws {
    let run = try await CommandRun(["why", trace, "attributes", "--at", "2h"])
    #expect(run.output.contains(/17 +0s +attribute_set +city +absent +→ +Oslo/), "\(run.output)")
  }

  @Test func `a time can be a date`() async throws {
    let date = "2026-01-05T11:00:00Z"
    let run = try await CommandRun([
      "why", trace, "registration.failures", "--at", date, "--time", "iso",
    ])
    #expect(run.status == 0)
    #expect(
      run.output.hasPrefix("registration.failures of device at \(date): 7\n"), "\(run.output)")
  }

  @Test(arguments: [
    (["nxt_attempt"], "did you mean 'registration.next_attempt'?"),
    (["registration.next_atempt"], "did you mean 'registration.next_attempt'?"),
    (["4711"], "its records have the numbers 1 to"),
    (["tags", "--party", "devise"], "did you mean 'device'?"),
    (["a\u{1B}[31mb"], "the state has no field 'a␛[31mb'"),
  ])
  func `what the trace does not have is refused`(arguments: [String], text: String) async throws {
    let run = try await CommandRun(["why", trace] + arguments)
    #expect(run.status == 2)
    #expect((run.output + run.errors).contains(text), "\(run.output)\(run.errors)")
  }

  @Test func `a field of several parties needs one of them`() async throws {
    let world = "Traces/mobile_engage/two-people-on-two-devices.trace.jsonl"
    let run = try await CommandRun(["why", world, "contact"])
    #expect(run.status == 2)
    #expect((run.output + run.errors).contains("name one with --party: "))
  }

  @Test(arguments: [
    ["14", "--at", "3s"], ["14", "--party", "device"], ["tags", "--at", "noon"], [],
  ])
  func `wrong usage is refused`(arguments: [String]) async throws {
    #expect(try await CommandRun(["why", trace] + arguments).status == 64)
  }

  @Test func `why-not names the gate, what closed it and what opens it`() async throws {
    let run = try await CommandRun(["why-not", trace, "send_registration", "--at", "30s"])
    #expect(run.status == 0)
    #expect(
      run.output == """
        send_registration at 30s is held back by 1 gate

          window  The minute in which changes are gathered is not over (REG-2, REG-6).
            closed  by record 17 at 0s: attribute_set {key: city, value: Oslo}
            opens   by time alone, at 1m, 30s later

        it did happen last at -1h (record 14), 1h30s before; next at 1m (record 20), 30s later

        """, "\(run.output)")
  }

  @Test func `why-not says that an effect was sent at that very instant`() async throws {
    let run = try await CommandRun(["why-not", trace, "send_registration", "--at", "1m"])
    #expect(run.output.contains("it was sent at that very instant, record 20"))
    #expect(run.output.contains("in_flight"))
  }

  @Test func `why-not proposes the effect that was meant`() async throws {
    let run = try await CommandRun(["why-not", trace, "send_registrations", "--at", "30s"])
    #expect(run.status == 2)
    #expect((run.output + run.errors).contains("did you mean 'send_registration'?"))
  }

  @Test func `the JSON has what the text has`() async throws {
    let why = try await CommandRun(["why", trace, "14", "--format", "json"])
    #expect(why.output.contains(#""origin":"outside""#))
    #expect(why.output.contains(#""evidence":"recorded""#))
    let field = try await CommandRun(["why", trace, "registration.failures", "--format", "json"])
    #expect(field.output.contains(#""field":"registration.failures""#))
    let gates = try await CommandRun([
      "why-not", trace, "send_registration", "--at", "30s", "--format", "json",
    ])
    #expect(gates.output.contains(#""gate":"window""#))
    for run in [why, field, gates] {
      _ = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    }
  }

  @Test(arguments: [["why", "1"], ["why", "tags"], ["why-not", "send_registration"]])
  func `a file that is no trace, an empty one and none are refused`(arguments: [String])
    async throws
  {
    let folder = try TemporaryFolder()
    for text in ["", "not json\n", "{\"pushtrace\":1,\"sdk\":\"nobody\",\"started\":0}\n"] {
      let path = try folder.write(text, to: "x.trace.jsonl")
      #expect(try await CommandRun([arguments[0], path, arguments[1]]).status == 2)
    }
    #expect(try await CommandRun([arguments[0], "nowhere.jsonl", arguments[1]]).status == 2)
  }

  @Test func `a foreign trace without causes and with unknown names is explained`() async throws {
    let folder = try TemporaryFolder()
    let url = Project.root.appending(path: trace)
    var text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
    text.replace(/"cause":[0-9]+,/, with: "")
    text.replace("fetch_inbox_messages", with: "fetch_letters")
    let path = try folder.write(text, to: "foreign.trace.jsonl")
    #expect(try await CommandRun(["why", path, "15"]).status == 2)
    let run = try await CommandRun(["why", path, "15", "--lenient"])
    #expect(run.status == 0)
    #expect(run.output.contains("send_registration (by the fold)"))
    #expect(run.output.contains("device_token_received"))
    #expect(run.output.contains("warning[T414]"))
    let gates = try await CommandRun([
      "why-not", path, "send_registration", "--at", "30s", "--lenient",
    ])
    #expect(gates.output.contains("closed  by record 17"))
  }
}
