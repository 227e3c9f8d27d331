import Diagnostics
import EventSourcing
import Replay
import Testing
import Traces
import Turnstile

struct IntegrityTests {
  @Test func `a trace as it was recorded is intact`() throws {
    #expect(try check(EditedTrace()).isIntact)
  }

  @Test func `a changed byte shows in the hash`() throws {
    var trace = EditedTrace()
    trace.lines[2].replace("Jörg", with: "Jorg")
    let integrity = try check(trace)
    #expect(integrity.damageCount == 1)
    guard case .wrongHash = integrity.end else {
      Issue.record("\(integrity.end)")
      return
    }
  }

  @Test func `a removed record leaves a gap with its place`() throws {
    var trace = EditedTrace()
    trace.lines.remove(at: 3)
    #expect(try check(trace).damage.first?.place.line == 4)
  }

  @Test func `a sealed trace is intact and says the same`() throws {
    var trace = EditedTrace()
    let index = trace.index(of: #""effect":"cancel_timer""#)
    trace.lines.remove(at: index)
    var sealed: [UInt8] = []
    try seal(ReplayInput(file: "t", bytes: trace.bytes), as: TurnstileSystem.self) { bytes in
      sealed += bytes
    }
    let input = ReplayInput(file: "t", bytes: sealed)
    #expect(try verify(input, as: TurnstileSystem.self).isIntact)
    let drift = try #require(try replay(input, as: TurnstileSystem.self).drift)
    #expect(drift.kind == .missing)
    #expect(drift.place.line == index)
  }

  @Test func `numbers at both ends of their range are sealed anew`() throws {
    var trace = EditedTrace()
    trace.lines.removeSubrange(1...)
    trace.lines += [
      #"{"seq":-9223372036854775808,"at":0,"event":"pushed"}"#,
      #"{"seq":9223372036854775807,"at":0,"cause":9223372036854775807,"event":"pushed"}"#,
      #"{"seq":-9223372036854775807,"at":0,"cause":9223372036854775806,"event":"pushed"}"#,
    ]
    var sealed: [UInt8] = []
    try seal(ReplayInput(file: "t", bytes: trace.bytes), as: TurnstileSystem.self) { bytes in
      sealed += bytes
    }
    let records = try Trace<Turnstile>(decoding: sealed, file: "t").records
    #expect(records.map(\.seq) == [1, 2, 3])
    #expect(records.map(\.cause) == [nil, nil, nil])
  }

  private func check(_ trace: EditedTrace) throws -> TraceIntegrity {
    try verify(ReplayInput(file: "t", bytes: trace.bytes), as: TurnstileSystem.self)
  }
}
