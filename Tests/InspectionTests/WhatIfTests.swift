import Diagnostics
import EventSourcing
import Replay
import Systems
import Testing
import Traces

@testable import Inspection

struct WhatIfTests {
  @Test func `without a change nothing follows differently`() throws {
    for name in [
      "mobilepush/back-off-over-days", "mobilepush/push-from-opt-in-to-open",
      "mobilepush/two-orphans-and-the-bill", "mobilepush/login",
    ] {
      let outcome = try ask(TraceChanges(), of: try RecordedTrace(name))
      #expect(outcome == WhatIfOutcome(file: outcome.file, started: outcome.started), "\(name)")
    }
  }

  @Test func `a change that is skipped is not sent, and its answers are orphaned`() throws {
    var changes = TraceChanges()
    changes.skipped = [17]
    let outcome = try ask(changes)
    let sent = outcome.effects.filter { $0.role == .request }
    #expect(sent.first?.old?.seq == 20)
    // The tag that is added a day later leaves by itself now.
    #expect(sent.filter { $0.kind == .comes }.map { $0.new?.at } == [started + .seconds(93_660)])
    #expect(sent.filter { $0.kind == .goes }.count == 15)
    #expect(outcome.orphaned.first?.seq == 21)
    #expect(outcome.orphaned.allSatisfy { $0.name != "timer_fired" })
    #expect(outcome.assumed.total == 1)
    let state = try #require(outcome.states.first)
    #expect(state.differences.contains { $0.path == "attributes.city" && $0.computed == nil })
  }

  @Test func `a timer that does not fire is lost, and what it led to comes by the next one`() throws
  {
    var changes = TraceChanges()
    changes.skipped = [19]
    let outcome = try ask(changes)
    let sent = outcome.effects.filter { $0.role == .request }
    #expect(sent.first?.kind == .goes)
    #expect(sent.allSatisfy { $0.new.map { $0.at > started + .minutes(1) } ?? true })
    #expect(!outcome.isEndless)
  }

  @Test func `another answer ends the retries that followed from it`() throws {
    var changes = TraceChanges()
    changes.assignments = [.init(seq: 21, path: "status", text: "201")]
    let outcome = try ask(changes)
    #expect(outcome.effects.contains { $0.kind == .goes && $0.old?.name == "send_registration" })
    guard case .altered(let record, let fields) = outcome.applied[0] else {
      Issue.record("\(outcome.applied)")
      return
    }
    #expect(record.seq == 21)
    #expect(fields.map(\.path) == ["status"])
  }

  @Test func `an event that is inserted sets timers that fire, and its requests succeed`() throws {
    var changes = TraceChanges()
    let line = #"{"at":"-30m","event":"attribute_set","data":{"key":"city","value":"Rome"}}"#
    changes.inserted = ReplayInput(file: "i", bytes: Array((line + "\n").utf8))
    let outcome = try ask(changes)
    let sent = try #require(outcome.effects.first { $0.kind == .comes && $0.role == .request })
    #expect(sent.new?.at == outcome.started - .minutes(29))
    #expect(outcome.assumed.first == sent.new)
    #expect(outcome.applied.count == 1)
  }

  @Test func `what was recorded for a request reaches it where it goes now`() throws {
    let trace = try RecordedTrace("mobilepush/push-from-opt-in-to-open")
    let index = try #require(trace.lines.firstIndex { $0.contains(#""event":"contact_key_set""#) })
    var changes = TraceChanges()
    changes.assignments = [.init(seq: Int64(index), path: "key", text: "other")]
    let outcome = try ask(changes, of: trace)
    #expect(outcome.orphaned.map(\.name) == ["push_submitted", "notification_received"])
    let backend = try #require(outcome.states.first { $0.party == "engagement" })
    #expect(!backend.differences.isEmpty)
  }

  @Test(arguments: [
    (Int64(17), "valeu", "x", "attribute_set has no field 'valeu'"),
    (17, "value.x", "x", "attribute_set has no field below this one: 'x'"),
    (21, "status", "ok", "'ok' is not a whole number"),
    (19, "timer", "registration_rety", "'registration_rety' is none of"),
    (14, "request", "1", "record 14 is no event"),
    (4_711, "a", "b", "the trace has no record 4711"),
  ])
  func `a change that cannot be made is refused`(
    seq: Int64, path: String, text: String, message: String
  ) throws {
    var changes = TraceChanges()
    changes.assignments = [.init(seq: seq, path: path, text: text)]
    let refused = try #require(throws: Diagnostic.self) { try ask(changes) }
    #expect(refused.message.contains(message), "\(refused)")
  }

  @Test(arguments: [
    ("", 1, "no event"), ("{\"at\":0}\n", 1, "event"),
    (
      "{\"at\":\"1s\",\"event\":\"app_foregrounded\"}\n\n{\"at\":\"2s\",\"event\":\"x\"}\n", 3,
      "'x'"
    ),
  ])
  func `a file without events to insert is refused at its line`(
    text: String, line: Int, word: String
  ) throws {
    var changes = TraceChanges()
    changes.inserted = ReplayInput(file: "i", bytes: Array(text.utf8))
    let refused = try #require(throws: Diagnostic.self) { try ask(changes) }
    #expect(refused.place?.file == "i")
    #expect(refused.place?.line == line, "\(refused)")
    #expect(refused.message.contains(word), "\(refused)")
  }

  private let started = Instant(milliseconds: 1_767_603_600_000)

  private func ask(
    _ changes: TraceChanges, of trace: RecordedTrace? = nil
  ) throws -> WhatIfOutcome {
    let trace = try trace ?? RecordedTrace("mobilepush/back-off-over-days")
    return try whatIf(trace.input, as: MobilePushSystem.self, changes).outcome
  }
}
