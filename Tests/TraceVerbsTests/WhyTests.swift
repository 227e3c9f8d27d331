import CommandTesting
import Foundation
import Testing

/// `pushtrace why` and `why-not` on traces of the project, of others, and on none.
struct WhyTests {
  private let folder = TemporaryFolder()
  private let trace = "Traces/mobilepush/back-off-over-days.trace.jsonl"

  @Test func `the chain of causes goes back to the outside input`() async throws {
    let run = try await CommandRun("why \(trace) 15").exits(0)
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
    let run = try await CommandRun("why \(trace) registration.next_attempt --at 2h").exits(0)
    #expect(
      run.output.hasPrefix("registration.next_attempt of device at 2h: 2h8m31s500ms\n  45  "))
    run.prints("the last change came about by\n  45  ")
  }

  @Test func `of a field with members those that differ are shown`() async throws {
    let run = try await CommandRun("why \(trace) attributes --at 2h")
    #expect(run.output.contains(/17 +0s +attribute_set +city +absent +→ +Oslo/), "\(run.output)")
  }

  @Test func `a time can be a date`() async throws {
    let date = "2026-01-05T11:00:00Z"
    let run = try await CommandRun("why \(trace) registration.failures --at \(date) --time iso")
      .exits(0)
    #expect(
      run.output.hasPrefix("registration.failures of device at \(date): 7\n"), "\(run.output)")
  }

  @Test(arguments: [
    (["nxt_attempt"], "did you mean 'registration.next_attempt'?"),
    (["registration.next_atempt"], "did you mean 'registration.next_attempt'?"),
    (["4711"], "its records have the numbers 1 to"),
    (["tags", "--party", "devise"], "did you mean 'device'?"),
    (["tags.0"], "an element of a list is named as 'tags[0]'"),
    (["tags[x]"], "an element of a list is named as 'tags[0]'"),
    (["tags[-1]"], "the state has no field 'tags[-1]'"),
    (["attributes[city]"], "the state has no field 'attributes[city]'"),
    (
      ["registration.last_sent.attributes.0.value"],
      "an element of a list is named as 'registration.last_sent.attributes[0]'"
    ),
    (["registration.last_sent.attributes[0].valu"], "the state has no field"),
    (["a\u{1B}[31mb"], "the state has no field 'a␛[31mb'"),
  ])
  func `what the trace does not have is refused`(arguments: [String], text: String) async throws {
    try await CommandRun("why \(trace) \(arguments)").exits(2).says(text)
  }

  @Test func `a field of several parties needs one of them`() async throws {
    let world = "Traces/mobile_engage/two-people-on-two-devices.trace.jsonl"
    try await CommandRun("why \(world) contact").exits(2).says("name one with --party: ")
  }

  @Test func `the names of parties stand in one line`() async throws {
    let login = try Project.lines(of: "Traces/mobilepush/login.trace.jsonl")
    let lines = login.enumerated().map { index, line in
      index % 2 == 0 ? line : line.replacing(#","event":"#, with: #","party":"a\nb","event":"#)
    }
    try await CommandRun(["why", try folder.write(lines, "parties"), "tags"]).exits(2).printsError(
      "name one with --party: a␊b, device\n")
  }

  @Test(arguments: [
    ["14", "--at", "3s"], ["14", "--party", "device"], ["tags", "--at", "noon"], [],
  ])
  func `wrong usage is refused`(arguments: [String]) async throws {
    try await CommandRun("why \(trace) \(arguments)").exits(64)
  }

  @Test func `why-not names the gate, what closed it and what opens it`() async throws {
    let run = try await CommandRun("why-not \(trace) send_registration --at 30s").exits(0)
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
    try await CommandRun("why-not \(trace) send_registration --at 1m").prints(
      "it was sent at that very instant, record 20", "in_flight")
  }

  @Test func `of two sends at one instant why-not blames the one too many`() async throws {
    let run = try await changed("why-not", "send_registration", "--at", "1m") {
      $0.copyRecord(20, as: 9000, behind: 20)
    }
    run.prints("as record 9000, and the machine does not order it again at record 19").omits(
      "it was sent")
    // No gate holds the second of two: those that are closed were closed by the first one.
    #expect(!run.output.contains("in_flight") && !run.output.contains("throttle"))
    let replay = try await changed("replay") { $0.copyRecord(20, as: 9000, behind: 20) }
    replay.prints("send_registration (changed) extra (first at record 9000)")
    // The search for a changed field has no part in it.
    let triage = try await changed("triage", "--limit", "1") {
      $0.copyRecord(20, as: 9000, behind: 20)
    }
    triage.prints("no gate holds send_registration: the machine orders it after record 19")
  }

  @Test func `why-not says what a missing effect did to the next one`() async throws {
    let run = try await changed("why-not", "send_registration", "--at", "1m") {
      $0.removeRecord(20)
    }
    run.prints("and the recording lacks it; the next one is held back by\n")
  }

  @Test func `an effect that the machine does not order shows the gates that hold it`()
    async throws
  {
    let run = try await changed("why", "9000") {
      $0.copyRecord(20, as: 9000, behind: 18, replacing: ("1767603660000", "1767603600000"))
    }
    run.prints(
      """

      send_registration (changed) is recorded, and the machine does not order it at record 17 \
      attribute_set: it is held back by
        window  The minute in which changes are gathered is not over (REG-2, REG-6). Closed \
      since record 17 attribute_set, until 1m.

      """)
  }

  @Test func `the record that the machine orders is not blamed for its copy`() async throws {
    let run = try await changed("why", "20") { $0.copyRecord(20, as: 9000, behind: 20) }
    run.omits("does not order it")
    let copy = try await changed("why", "9000") { $0.copyRecord(20, as: 9000, behind: 20) }
    copy.prints("does not order it")
  }

  @Test func `a missing effect shows what the machine would need not to order it`() async throws {
    let run = try await changed("why", "19") { $0.removeRecord(20) }
    run.prints(
      """

      send_registration (changed): the machine orders it at record 19 timer_fired, and the \
      recording lacks it
        it would not if a gate were still closed that was closed before:
          window  The minute in which changes are gathered is not over (REG-2, REG-6). Closed \
      until 1m.

      """)
  }

  @Test func `a timer on one side alone is named with its due time`() async throws {
    let missing = try await changed("why", "17") { $0.removeRecord(18) }
    missing.prints("set_timer registration (due at 1m): the machine orders it")
    let extra = try await changed("why", "17") {
      $0.copyRecord(
        18, as: 9000, behind: 18, replacing: (#"registration""#, #"registration_retry""#))
    }
    extra.prints("set_timer registration_retry (due at 1m) is recorded")
  }

  @Test func `a timer with another due time shows both`() async throws {
    let run = try await changed("why", "18") {
      $0.editRecord(18, replacing: "1767603660000", with: "1767603690000")
    }
    run.prints(
      "is recorded (-) otherwise than the machine orders it (+) at record 17 attribute_set\n",
      "- due: 1m30s\n  + due: 1m\n")
  }

  @Test func `why-not does not call what is recorded otherwise sent`() async throws {
    let run = try await changed("why-not", "set_timer", "--at", "0s") {
      $0.editRecord(18, replacing: "1767603660000", with: "1767603690000")
    }
    run.prints(
      "at 0s: it is recorded, as record 18, otherwise than the machine",
      "    - due: 1m30s\n    + due: 1m\n"
    ).omits("it was sent")
  }

  @Test func `why-not names the timer that the recording lacks`() async throws {
    let run = try await changed("why-not", "set_timer", "--at", "0s") { $0.removeRecord(18) }
    run.prints("set_timer registration (due at 1m): the machine orders it")
  }

  @Test func `an effect too many that no gate holds shows what orders it`() async throws {
    let timer = try await changed("why-not", "set_timer", "--at", "0s") {
      $0.copyRecord(
        18, as: 9000, behind: 18, replacing: (#"registration""#, #"registration_retry""#))
    }
    timer.prints(
      "it: no gate ever holds it back, an event orders it at once: in",
      "\n  the machine has no timer registration_retry; it has registration (due at 1m)\n")
    let fetch = try await changed("why-not", "fetch_inbox_messages", "--at", "0s") {
      $0.copyRecord(6, as: 9000, behind: 18, replacing: ("1767599940000", "1767603600000"))
    }
    fetch.prints("it waits for an event that orders it: in this trace app_launched (1×)")
  }

  @Test func `a timer that fires and is not set in the machine is named beside those that are`()
    async throws
  {
    let timer = #""timer":"registration""#
    let run = try await changed("why", "19") {
      for seq in [18, 19] {
        $0.editRecord(seq, replacing: timer, with: #""timer":"registration_retry""#)
      }
    }
    run.prints("the machine has no timer registration_retry; it has registration (due at 1m)\n")
  }

  @Test func `what follows from what the machine does not order is none for the machine`()
    async throws
  {
    try await CommandRun("why Tests/CommandsTests/Week/two.trace.jsonl 588").prints(
      "\nrecord 588 follows from what the machine does not order: the machine does not see it\n")
  }

  @Test func `the last change of a field before a record is asked for with its number`()
    async throws
  {
    let field = "registration.next_attempt"
    let changes = try await CommandRun("why \(trace) \(field) --at 2h --format json")
    let events = try changes.list("changes").compactMap {
      ($0["by"] as? [String: Any] ?? $0["event"] as? [String: Any])?["seq"] as? Int
    }
    let (last, earlier) = (events[0], events[1])
    try await CommandRun("why \(trace) \(field) --before \(last)").exits(0).prints(
      "before record \(last), at ", "\n  \(earlier)  "
    ).omits("\n  \(last)  ")
    try await CommandRun("why \(trace) \(field) --before \(last + 1)").prints("\n  \(last)  ")
    try await CommandRun("why \(trace) attributes --before 17").prints("nothing has changed it")
  }

  @Test(arguments: [
    (["tags", "--before", "4711"], 2, "its records have the numbers 1 to"),
    (["14", "--before", "3"], 64, "go with a field"),
    (["tags", "--before", "3", "--at", "2h"], 64, "exclude each other"),
  ])
  func `a record before which nothing can be is refused`(
    arguments: [String], status: Int32, text: String
  ) async throws {
    try await CommandRun("why \(trace) \(arguments)").exits(status).says(text)
  }

  @Test func `the document of why has both sides`() async throws {
    let run = try await changed("why", "19", "--format", "json") { $0.removeRecord(20) }
    let found = try #require(try run.list("differences").first)
    #expect(found["ordered"] as? Bool == true)
    #expect((found["opened"] as? [[String: Any]])?.first?["gate"] as? String == "window")
  }

  /// Asks about the trace with other records in it.
  private func changed(
    _ arguments: String..., by change: (inout [String]) -> Void
  ) async throws -> CommandRun {
    var lines = try Project.lines(of: trace)
    change(&lines)
    let path = try folder.write(lines, "planted")
    return try await CommandRun([arguments[0], path] + arguments.dropFirst())
  }

  @Test func `why-not proposes the effect that was meant`() async throws {
    try await CommandRun("why-not \(trace) send_registrations --at 30s").exits(2).says(
      "did you mean 'send_registration'?")
  }

  @Test func `the JSON has what the text has`() async throws {
    let why = try await CommandRun("why \(trace) 14 --format json")
    why.prints(#""origin":"outside""#, #""evidence":"recorded""#)
    let field = try await CommandRun("why \(trace) registration.failures --format json")
    field.prints(#""field":"registration.failures""#)
    let gates = try await CommandRun("why-not \(trace) send_registration --at 30s --format json")
    gates.prints(#""gate":"window""#)
    for run in [why, field, gates] {
      _ = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    }
  }

  @Test func `a foreign trace without causes and with unknown names is explained`() async throws {
    var text = try Project.text("/\(trace)")
    text.replace(/"cause":[0-9]+,/, with: "")
    text.replace("fetch_inbox_messages", with: "fetch_letters")
    let path = try folder.write(text, to: "foreign.trace.jsonl")
    try await CommandRun("why \(path) 15").exits(2)
    try await CommandRun("why \(path) 15 --lenient").exits(0).prints(
      "send_registration (by the fold)", "device_token_received", "warning[T414]")
    try await CommandRun("why-not \(path) send_registration --at 30s --lenient").prints(
      "closed  by record 17")
  }

  @Test func `a gate that had opened by itself long before held nothing back`() async throws {
    try await CommandRun("why Tests/CommandsTests/Week/two.trace.jsonl 536").prints(
      "\n    process  The SDK does not run"
    ).omits("\n    throttle ")
  }
}
