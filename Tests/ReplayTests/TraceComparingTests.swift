import Diagnostics
import EventSourcing
import Replay
import Testing
import Traces
import Turnstile

struct TraceComparingTests {
  private let original = EditedTrace()

  @Test func `a trace is the same as itself and as one that began at another time`() throws {
    #expect(try compared(original, original).isEmpty)
    var later = original
    later.lines = original.lines.map { line in
      line.replacing(/"(started|at|due)":(\d+)/) {
        #""\#($0.1)":\#((Int($0.2) ?? 0) + 7_000)"#
      }
    }
    let found = try compared(original, later)
    #expect(found.isEmpty)
    #expect(found.startShift == .seconds(7))
  }

  @Test func `an inserted event is one difference and what it orders follows from it`() throws {
    var events = TurnstileRun.events
    events.insert(.cardShown(card: .sample), at: 1)
    let found = try compared(original, EditedTrace(events))
    #expect(found.groups.map(\.kind) == [.added, .shifted])
    let added = try #require(found.differences.first)
    #expect(added.right?.name == "card_shown")
    #expect(added.right?.seq == 2)
    // The request of the inserted card.
    #expect(added.consequences == 1)
    #expect(found.same == found.records.left)
  }

  @Test func `times that are only later are one shift`() throws {
    var events = TurnstileRun.events
    events.insert(.timerFired, at: 4)
    var shifted = EditedTrace(events)
    // Without the event that took the second nothing but the time is left.
    shifted.lines.removeAll { $0.contains(#""at":4000,"#) }
    let found = try compared(original, shifted)
    #expect(found.differences.map(\.kind) == [.shifted])
    #expect(found.differences.first?.shift == .seconds(1))
    #expect(found.differences.first?.left?.at == Instant(milliseconds: 4_000))
  }

  @Test func `a changed field is found, and the effects that it changes follow from it`() throws {
    var events = TurnstileRun.events
    events[5] = .cardShown(card: Card(number: "13", zones: [1, -2, .min, .max], owner: nil))
    let found = try compared(original, EditedTrace(events))
    #expect(found.groups.count == 1)
    #expect(found.differences.map(\.kind) == [.changed])
    #expect(found.differences.first?.fields.map(\.path) == ["card.number"])
    #expect(found.consequences == 1)
  }

  @Test func `an answer to another request is a difference`() throws {
    var trace = original
    let answer = trace.index(of: #""event":"card_checked""#)
    trace.lines[answer].replace(#"{"check":1,"#, with: #"{"check":2,"#)
    // The answer comes after a request that both sides number the same.
    let found = try compared(original, trace)
    #expect(found.differences.map(\.fields).map { $0.map(\.path) } == [["check"]])
  }

  @Test func `other readings and another configuration are differences of the headers`() throws {
    var trace = original
    trace.lines[0].replace(#""price":2"#, with: #""price":3"#)
    let found = try compared(original, trace)
    #expect(found.settings.map(\.path) == ["readings.price"])
    #expect(!found.isEmpty)
  }

  @Test(arguments: [8, 1_500])
  func `long traces are aligned around what was put in and left out`(copies: Int) throws {
    let round: [TurnstileEvent] = [
      .coinInserted(value: 1, donor: "Ann", remark: nil),
      .coinInserted(value: 1, donor: "Ann", remark: nil), .pushed, .pushed,
    ]
    let events = Array(repeating: round, count: copies).flatMap { $0 }
    var edited = events
    edited.insert(.cardShown(card: .sample), at: events.count / 2)
    // The second push of a round, which is refused.
    edited.remove(at: events.count / 4 / 4 * 4 + 3)
    let found = try compared(EditedTrace(events), EditedTrace(edited))
    let names = found.groups.map { "\($0.kind) \($0.count) \($0.name)" }
    #expect(names == ["removed 1 pushed", "shifted 2 coin_inserted", "added 1 card_shown"])
    #expect(found.consequences == 2)
    #expect(found.same == found.records.left - 2)
  }

  @Test func `traces without anything in common are compared to their ends`() throws {
    let left = Array(repeating: TurnstileEvent.pushed, count: 3_000)
    let right = Array(repeating: TurnstileEvent.timerFired, count: 2_000)
    let found = try compared(EditedTrace(left), EditedTrace(right))
    #expect(found.groups.map(\.kind) == [.removed, .added])
    #expect(found.groups.map(\.count) == [3_000, 2_000])
    #expect(found.consequences == 3_000)
  }

  private func compared(_ left: EditedTrace, _ right: EditedTrace) throws -> TraceDifferences {
    try differences(left.input, right.input, of: AnySystem(TurnstileSystem.self))
  }
}
