import EventSourcing
import Simulation
import Specs
import Testing
import Traces

struct RecordingTests {
  /// A run of the outbox as a trace, with its lines changed.
  private func recording(_ change: (String) -> String = { $0 }) throws -> String {
    let body = """
      steps:
        - { at: 0s, event: launched, expect: [greet] }
        - { at: 1s, event: note_set, with: { key: a, value: b } }
        - { at: 61s, expect: [send_report] }
      """
    let scenario = try #require(Checking().file(Checking.spec(body)).scenarios.first)
    let run = scenario.run()
    let trace = Trace(
      header: TraceHeader<Outbox>(
        sdk: "outbox", engine: "0", profile: run.profile, readings: run.readings,
        config: run.config, origin: nil, started: run.start),
      records: run.log.records)
    return change(String(decoding: encode(trace), as: UTF8.self))
  }

  private func text(_ trace: String, _ rest: String = "") -> String {
    let checking = Checking(files: ["a.trace.jsonl": trace])
    return checking.text(Checking.spec("trace: { file: a.trace.jsonl }" + rest))
  }

  private static let expectations = """

    timeline: { send_report: [61s] }
    finally: { counts: { greet: 1 }, timers: none, state: { pending: false } }
    """

  @Test func `a recording runs instead of steps`() throws {
    #expect(text(try recording(), Self.expectations) == "")
    #expect(text(try recording(), "\ntimeline: { send_report: [60s] }").contains("T206"))
  }

  @Test func `the end of a recording is looked at as of the last record judged`() throws {
    let early = "trace: { file: a.trace.jsonl, to: 4 }\nfinally: { state: { pending: true } }"
    let checking = Checking(files: ["a.trace.jsonl": try recording()])
    #expect(checking.text(Checking.spec(early)) == "")
    let late = "trace: { file: a.trace.jsonl, from: 3 }\nfinally: { counts: { greet: 0 } }"
    #expect(checking.text(Checking.spec(late)) == "")
  }

  @Test func `another effect than the recorded one is a finding`() throws {
    let changed = try recording { $0.replacing("\"notes\":{\"a\":\"b\"}", with: "\"notes\":{}") }
    let expected = """
      a.spec.yaml:5:20: error[T209]: the machine answers record 5 of the recording differently
        |
      5 |     trace: { file: a.trace.jsonl }
        |                    ^^^^^^^^^^^^^ from here on at 1m1s
        = − recorded: send_report: { request: 1, notes: {} }
          + ordered:  send_report: { request: 1, notes: { a: b } }
        = after timer_fired, record 5 of a.trace.jsonl
        = more: pushtrace replay a.trace.jsonl
        = run only this: pushtrace check a.spec.yaml:4
      """
    #expect(text(changed).hasSuffix(expected))
    let uncompared = Checking(files: ["a.trace.jsonl": changed])
    let body = "trace: { file: a.trace.jsonl, compare: none }"
    #expect(uncompared.outcomes(Checking.spec(body)) == [.passed])
  }

  @Test func `a missing and an unreadable trace are found in reading`() {
    #expect(text("{}").contains("a.trace.jsonl:1:"))
    #expect(Checking().text(Checking.spec("trace: { file: b }")).contains("error[S214]"))
  }
}
