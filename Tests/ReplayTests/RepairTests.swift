import Diagnostics
import EventSourcing
import Replay
import Testing
import Traces
import Turnstile

/// Traces that a repair reads to their end, whatever stands between the records.
struct RepairTests {
  @Test func `an intact trace is written as it is`() throws {
    let repaired = try repaired(EditedTrace())
    #expect(repaired.bytes == EditedTrace().bytes)
    #expect(repaired.lost.isEmpty)
    #expect(repaired.integrity.ending.isIntact)
  }

  @Test(arguments: [
    "", "hello", "{", "null", #"{"seq":3}"#, #"{"level":"info","msg":"started"}"#,
    #"{"seq":3,"at":0,"event":"flown","data":{}}"#, #"{"seq":3,"at":"now","event":"pushed"}"#,
    #"{"seq":3,"at":-1,"event":"pushed"}"#, "\u{0}\u{0}", #"{"seq":1,"at":0,"note":"again"}"#,
  ])
  func `a line that is no record is set aside, and a note stands in its place`(
    line: String
  ) throws {
    var trace = EditedTrace()
    trace.lines.insert(line, at: 3)
    let repaired = try repaired(trace)
    #expect(repaired.lost.map(\.number) == [4])
    #expect(repaired.lost.map(\.bytes) == [Array(line.utf8)])
    #expect(repaired.integrity.lostLines == 1)
    let notes = try notes(repaired.bytes)
    #expect(notes.count == 1)
    #expect(notes[3]?.hasPrefix("line 4 was set aside: ") == true, "\(notes)")
    let input = ReplayInput(file: "t", bytes: repaired.bytes)
    #expect(try AnySystem(TurnstileSystem.self).verify(input).ending.isIntact)
    #expect(try AnySystem(TurnstileSystem.self).replay(input).agrees)
  }

  @Test func `lines in a row have one note`() throws {
    var trace = EditedTrace()
    trace.lines.insert(contentsOf: ["one", "two", "three"], at: 3)
    let repaired = try repaired(trace)
    #expect(repaired.lost.map(\.number) == [4, 5, 6])
    let notes = try notes(repaired.bytes)
    #expect(notes.count == 1)
    #expect(notes.values.first?.hasPrefix("lines 4 to 6 were set aside: ") == true, "\(notes)")
  }

  @Test func `a record that stands twice, or comes late, is set aside`() throws {
    var trace = EditedTrace()
    trace.lines.insert(trace.lines[2], at: 3)
    let repaired = try repaired(trace)
    #expect(repaired.lost.map(\.number) == [4])
    #expect(repaired.lost.first?.finding.message == "record 2 again, or late: it follows record 2")
  }

  @Test func `what is missing has a note too`() throws {
    var trace = EditedTrace()
    trace.lines.removeSubrange(3...4)
    trace.lines.insert("damage", at: 3)
    let repaired = try repaired(trace)
    let notes = try notes(repaired.bytes).sorted { $0.key < $1.key }.map(\.value)
    #expect(notes.count == 2)
    #expect(notes.first?.hasPrefix("line 4 was set aside: ") == true, "\(notes)")
    #expect(notes.last?.hasPrefix("records 3 to 4 are missing") == true, "\(notes)")
  }

  @Test(arguments: [3: "record 4 is missing", 4: "record 3 is missing"])
  func `a record on a line that was set aside is not missing`(
    damaged: Int, missing: String
  ) throws {
    var trace = EditedTrace()
    trace.lines[damaged].removeLast(2)
    trace.lines.remove(at: 7 - damaged)
    let repaired = try repaired(trace)
    #expect(repaired.lost.count == 1)
    #expect(try notes(repaired.bytes).values.contains(missing))
    let damage = repaired.integrity.ending.damage.map(\.message)
    #expect(damage.first == missing)
  }

  @Test func `what follows from a record that was set aside names the note in its place`() throws {
    var trace = EditedTrace()
    let effect = trace.index(of: #""effect":"cancel_timer""#)
    trace.lines[effect - 1].removeLast(2)
    let repaired = try repaired(trace)
    let records = try Trace<Turnstile>(decoding: repaired.bytes, file: "t").records
    let orphan = try #require(records.first { $0.cause == Int64(effect - 1) })
    guard case .note(_, _, _, let text) = records.first(where: { $0.seq == orphan.cause }) else {
      Issue.record("no note")
      return
    }
    #expect(text.hasPrefix("line \(effect) was set aside: "))
    #expect(repaired.integrity.ending.damage.count == 1)
  }

  @Test func `the torn last line of a cut trace is set aside`() throws {
    var trace = EditedTrace()
    trace.lines.removeSubrange(4...)
    let repaired = try repaired(bytes: trace.bytes + Array(#"{"seq":4,"at""#.utf8))
    #expect(repaired.lost.map(\.bytes) == [Array(#"{"seq":4,"at""#.utf8)])
    #expect(repaired.lost.map(\.number) == [5])
    #expect(try notes(repaired.bytes)[4] == "the trace was cut here: it had no end line")
  }

  @Test func `of two traces that were joined the second is set aside`() throws {
    let trace = EditedTrace()
    let repaired = try repaired(bytes: trace.bytes + trace.bytes)
    #expect(repaired.lost.count == trace.lines.count)
    #expect(try notes(repaired.bytes).count == 1)
  }

  @Test func `a header that cannot be read cannot be repaired`() {
    #expect(throws: Diagnostic.self) { try repaired(bytes: Array("{}\n".utf8)) }
    #expect(throws: Diagnostic.self) { try repaired(bytes: []) }
  }

  @Test func `a long stretch of other lines is handed over as it is read`() throws {
    var trace = EditedTrace()
    trace.lines.insert(contentsOf: (0..<5_000).map { "noise \($0)" }, at: 2)
    let repaired = try repaired(trace)
    #expect(repaired.lost.count == 5_000)
    #expect(repaired.lost.last?.number == 5_002)
    #expect(try notes(repaired.bytes).count == 1)
  }

  private func repaired(
    _ trace: EditedTrace
  ) throws -> (bytes: [UInt8], lost: [LostLine], integrity: TraceIntegrity) {
    try repaired(bytes: trace.bytes)
  }

  private func repaired(
    bytes: [UInt8]
  ) throws -> (bytes: [UInt8], lost: [LostLine], integrity: TraceIntegrity) {
    var written: [UInt8] = []
    var lost: [LostLine] = []
    let integrity = try repair(ReplayInput(file: "t", bytes: bytes), as: TurnstileSystem.self) {
      written += $0
    } aside: {
      lost.append($0)
    }
    return (written, lost, integrity)
  }
}
