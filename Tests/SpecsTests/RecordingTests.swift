import EventSourcing
import Reports
import Simulation
import SpecFormat
import Specs
import Testing
import Traces

struct RecordingTests {
  /// A run of the outbox as a trace.
  private func recording() throws -> String {
    let body = """
      steps:
        - { at: 0s, event: launched, expect: [greet] }
        - { at: 1s, event: note_set, with: { key: a, value: b } }
        - { at: 61s, expect: [send_report] }
      """
    let scenario = try #require(Checking().scenarios(Checking.spec(body)).first)
    let trace = scenario.run().trace
    return String(decoding: encode(trace), as: UTF8.self)
  }

  private func text(_ trace: String, _ rest: String = "") -> String {
    let checking = Checking(files: ["a.trace.jsonl": trace])
    return checking.text(Checking.spec("trace: { file: a.trace.jsonl }" + rest))
  }

  @Test func `the end of a recording is looked at as of the last record judged`() throws {
    let early = "trace: { file: a.trace.jsonl, to: 4 }\nfinally: { state: { pending: true } }"
    let checking = Checking(files: ["a.trace.jsonl": try recording()])
    #expect(checking.text(Checking.spec(early)) == "")
    let late = "trace: { file: a.trace.jsonl, from: 3 }\nfinally: { counts: { greet: 0 } }"
    #expect(checking.text(Checking.spec(late)) == "")
  }

  @Test func `a range is given by numbers or by times`() throws {
    let checking = Checking(files: ["a.trace.jsonl": try recording()])
    func judged(_ range: String, _ rest: String) -> String {
      checking.text(Checking.spec("trace: { file: a.trace.jsonl, \(range) }\n\(rest)"))
    }
    #expect(judged("to: 1s", "finally: { state: { pending: true } }") == "")
    #expect(judged("to: 61s", "finally: { state: { pending: false } }") == "")
    #expect(judged("from: 1s", "finally: { counts: { greet: 0, send_report: 1 } }") == "")
    #expect(judged("from: 2", "finally: { counts: { launched: 0, greet: 1 } }") == "")
    #expect(judged("from: 1ms, to: 999ms", "").contains("no record in this range"))
    #expect(judged("from: soon", "").contains("a sequence number, such as 12, or a time"))
  }

  private typealias Entry = LogRecord<Outbox.Event, Outbox.Effect>

  private static func event(_ seq: Int64, _ event: Outbox.Event) -> Entry {
    .event(.init(seq: seq, at: clock, party: "device", event: event))
  }

  private static let stamped = [
    event(1, .launched),
    .effect(.init(seq: 2, at: clock, party: "device", cause: 1, effect: .greet)),
    event(3, .readingsSet(readings: .sample)), event(4, .noteSet(key: "a", value: "b")),
  ]
  private static let clock = Instant(milliseconds: 1_000_000)

  private func trace(_ records: [Entry]) -> String {
    let header = TraceHeader<Outbox>(
      sdk: "outbox", engine: "0", profile: "documents", readings: .sample,
      config: OutboxSystem.defaultConfig, origin: nil, started: Self.clock)
    return String(decoding: encode(Trace(header: header, records: records)), as: UTF8.self)
  }

  /// The instants for which timers are set when the recording is run.
  private func timers(
    of scenario: ScenarioValues<OutboxSystem>, _ options: RunOptions
  ) -> [Instant] {
    scenario.run(options).trace.records.compactMap { record in
      guard case .effect(let effect) = record, case .setTimer(_, let due) = effect.effect else {
        return nil
      }
      return due
    }
  }

  @Test func `a reading that is set holds against the recording's own`() throws {
    let spec = Checking.spec("trace: { file: a.trace.jsonl, compare: none }")
    let checking = Checking(files: ["a.trace.jsonl": trace(Self.stamped)])
    let scenario = try #require(checking.scenarios(spec).first)
    let override = try RunOptions(readings: [ReadingOverride("delay=2m")])
    for (options, delay) in [(RunOptions(), TimeSpan.minutes(1)), (override, .minutes(2))] {
      #expect(timers(of: scenario, options) == [Self.clock + delay])
    }
  }

  @Test func `a reading that is set leaves the others that a recording sets later`() throws {
    let hasty = Self.event(3, .readingsSet(readings: .init(eager: true)))
    let recorded = trace(Self.stamped.prefix(2) + [hasty] + Self.stamped.suffix(1))
    let checking = Checking(files: ["a.trace.jsonl": recorded])
    func timers(_ reading: String, given: String = "") throws -> [Instant] {
      let spec = Checking.spec("trace: { file: a.trace.jsonl, compare: none }" + given)
      let scenario = try #require(checking.scenarios(spec).first)
      let options = try RunOptions(readings: [ReadingOverride(reading)])
      return self.timers(of: scenario, options)
    }
    #expect(try timers("delay=2m") == [Self.clock])
    #expect(try timers("eager=false") == [Self.clock + .minutes(1)])
    let named = try timers("eager=false", given: "\ngiven: { readings: { delay: 3m } }")
    #expect(named == [Self.clock + .minutes(3)])
  }

  @Test func `a recording is compared as replay compares it`() {
    let wrongHash: [Entry] = [.state(seq: 3, at: Self.clock, party: "device", hash: 1)]
    let wrongParty = Entry.effect(
      .init(seq: 2, at: Self.clock, party: "other", cause: 1, effect: .greet))
    let hashed = text(trace(Self.stamped.prefix(2) + wrongHash))
    #expect(hashed.contains("error[T209]: the state has another hash than recorded"))
    #expect(text(trace(Self.stamped.prefix(1) + [wrongParty])).contains("+ party: device"))
    let note = Entry.note(
      seq: 4, at: Self.clock, party: "device", text: "behind what differs")
    let whole = trace(Self.stamped.prefix(2) + wrongHash + [note])
    let later = Checking(files: ["a.trace.jsonl": whole])
    let body = "trace: { file: a.trace.jsonl, from: 4 }"
    #expect(later.outcomes(Checking.spec(body)) == [ScenarioReport.Outcome.passed])
  }

  @Test func `a missing and an unreadable trace are found in reading`() {
    #expect(text("{}").contains("a.trace.jsonl:1:"))
    #expect(Checking().text(Checking.spec("trace: { file: b }")).contains("error[S214]"))
  }
}
