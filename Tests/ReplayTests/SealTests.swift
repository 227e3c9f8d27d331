import Diagnostics
import EventSourcing
import Replay
import Testing
import Traces
import Turnstile

struct SealTests {
  @Test func `a sealed trace is intact and says the same`() throws {
    var trace = EditedTrace()
    let index = trace.index(of: #""effect":"cancel_timer""#)
    trace.lines.remove(at: index)
    let sealed = try sealed(trace).bytes
    let input = ReplayInput(file: "t", bytes: sealed)
    #expect(try AnySystem(TurnstileSystem.self).verify(input).ending.isIntact)
    let drift = try #require(try AnySystem(TurnstileSystem.self).replay(input).drift)
    #expect(drift.kind == .missing)
    #expect(drift.place.line == index)
  }

  @Test func `a note stands where records are missing, and a finding says which`() throws {
    var trace = EditedTrace()
    trace.lines.removeSubrange(5...6)
    trace.lines.remove(at: 2)
    let (bytes, before) = try sealed(trace)
    #expect(
      try notes(bytes) == [2: "record 2 is missing", 5: "records 5 to 6 are missing"])
    #expect(
      before.ending.damage.map(\.message).prefix(2) == [
        "record 2 is missing: record 3 follows record 1",
        "records 5 to 6 are missing: record 7 follows record 4",
      ])
  }

  @Test func `what was before a sealed trace is unknown where its first records are missing`()
    throws
  {
    var trace = EditedTrace()
    trace.lines.removeSubrange(1...2)
    let (bytes, _) = try sealed(trace)
    #expect(try notes(bytes) == [1: "records 1 to 2 are missing"])
    #expect(
      try TraceReader(ReplayInput(file: "t", bytes: bytes), of: TurnstileSystem.self).header
        .hasUnknownHistory)
  }

  @Test func `what follows from a missing record names the note in its place`() throws {
    var trace = EditedTrace()
    let effect = trace.index(of: #""effect":"cancel_timer""#)
    trace.lines.remove(at: effect - 1)
    let records = try Trace<Turnstile>(decoding: try sealed(trace).bytes, file: "t").records
    let orphan = try #require(records.first { $0.cause == Int64(effect - 1) })
    let cause = try #require(records.first { $0.seq == orphan.cause })
    #expect(
      cause
        == .note(
          seq: cause.seq, at: orphan.at, party: orphan.party, text: "record \(cause.seq) is missing"
        ))
  }

  @Test func `an effect that nothing can have ordered names no cause`() throws {
    var trace = EditedTrace()
    let effect = trace.lines[trace.index(of: #""effect":"cancel_timer""#)]
    trace.lines.removeSubrange(1...)
    trace.lines.append(effect.replacing(/"seq":\d+/, with: #""seq":1"#))
    #expect(!String(decoding: try sealed(trace).bytes, as: UTF8.self).contains("cause"))
  }

  @Test func `a note says where a trace was cut`() throws {
    var trace = EditedTrace()
    trace.lines.removeSubrange(4...)
    let (bytes, before) = try sealed(trace)
    #expect(before.ending.end == .cut(lastLine: 4))
    #expect(try notes(bytes) == [4: "the trace was cut here: it had no end line"])
    let sealed = ReplayInput(file: "t", bytes: bytes)
    #expect(try AnySystem(TurnstileSystem.self).verify(sealed).ending.isIntact)
  }

  @Test func `a note says what is missing before the end line`() throws {
    var trace = EditedTrace([.pushed, .pushed])
    trace.lines.removeSubrange(3...4)
    #expect(try notes(try sealed(trace).bytes) == [3: "records 3 to 4 are missing"])
  }

  @Test func `an intact trace is sealed byte for byte as it is`() throws {
    let (bytes, before) = try sealed(EditedTrace())
    #expect(bytes == EditedTrace().bytes)
    #expect(before.ending.isIntact)
  }

  @Test func `causes follow their records when numbers repeat or fall`() throws {
    var trace = EditedTrace()
    trace.lines.removeSubrange(1...)
    trace.lines += [
      #"{"seq":1,"at":0,"event":"pushed"}"#,
      #"{"seq":5,"at":0,"cause":1,"event":"pushed"}"#,
      #"{"seq":1,"at":0,"cause":5,"event":"pushed"}"#,
      #"{"seq":2,"at":0,"cause":1,"event":"pushed"}"#,
      #"{"seq":6,"at":0,"cause":5,"event":"pushed"}"#,
    ]
    let records = try Trace<Turnstile>(decoding: try sealed(trace).bytes, file: "t").records
    let events = records.filter { $0.cause != nil }
    #expect(records.map(\.seq) == Array(1...8))
    #expect(events.map(\.seq) == [3, 4, 5, 7])
    #expect(events.map(\.cause) == [1, 3, 4, 3])
  }

  @Test func `numbers at both ends of their range are sealed anew`() throws {
    var trace = EditedTrace()
    trace.lines.removeSubrange(1...)
    trace.lines += [
      #"{"seq":-9223372036854775808,"at":0,"event":"pushed"}"#,
      #"{"seq":9223372036854775807,"at":0,"cause":9223372036854775807,"event":"pushed"}"#,
      #"{"seq":-9223372036854775807,"at":0,"cause":9223372036854775806,"event":"pushed"}"#,
    ]
    let records = try Trace<Turnstile>(decoding: try sealed(trace).bytes, file: "t").records
    let events = records.filter { if case .event = $0 { true } else { false } }
    #expect(events.count == 3)
    #expect(events.map(\.cause) == [nil, nil, 2])
    #expect(records.map(\.seq) == Array(1...5))
  }

  private func sealed(_ trace: EditedTrace) throws -> (bytes: [UInt8], before: TraceIntegrity) {
    var bytes: [UInt8] = []
    let before = try seal(trace.input, as: TurnstileSystem.self) { bytes += $0 }
    return (bytes, before)
  }
}
