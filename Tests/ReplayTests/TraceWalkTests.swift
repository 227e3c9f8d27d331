import Diagnostics
import EventSourcing
import Replay
import Testing
import Traces
import Turnstile

/// A walk over a trace whose system it does not know.
struct TraceWalkTests {
  private static let system = AnySystem(TurnstileSystem.self)

  @Test func `a walk shows the state before an event until it is taken`() throws {
    let walk = try Self.system.walk(EditedTrace().input)
    var views: [Value] = []
    while let line = try walk.next() {
      let before = walk.view(walk.party(), line.at)
      #expect(views.last.map { $0 == before } ?? true)
      let step = try walk.take()
      #expect((step == .folded) == (line.kind == .event))
      views.append(walk.view(walk.party(), line.at))
    }
    #expect(Set(views).count > 1)
  }

  @Test func `a walk opened at a place goes on as the one that remembered it`() throws {
    let walk = try Self.system.walk(EditedTrace().input)
    var marks: [AnyTraceWalk.Mark] = []
    var lines: [WalkedLine] = []
    while try walk.next() != nil {
      marks.append(walk.mark())
      lines.append(try WalkedLine(walk))
    }
    #expect(lines.count > 4)
    for (index, mark) in marks.enumerated() {
      let other = try mark()
      var rest: [WalkedLine] = []
      while try other.next() != nil { rest.append(try WalkedLine(other)) }
      #expect(rest == Array(lines[index...]))
      #expect(other.ending().damage.isEmpty)
    }
  }

  @Test func `a walk opened twice before its first line goes on at the same line`() throws {
    let walk = try Self.system.walk(EditedTrace().input)
    _ = try walk.next()
    _ = try walk.next()
    let mark = walk.mark()
    let line = try WalkedLine(walk)
    let other = try mark().mark()()
    _ = try other.next()
    #expect(try WalkedLine(other) == line)
    let fresh = try Self.system.walk(EditedTrace().input).mark()().mark()()
    #expect(try fresh.next()?.seq == 1)
  }

  @Test func `a walk goes on at a record with the lowest number`() throws {
    var trace = EditedTrace()
    trace.lines[1].replace(/"seq":1,/, with: #""seq":-9223372036854775808,"#)
    let walk = try Self.system.walk(trace.input)
    _ = try walk.next()
    #expect(try walk.mark()().next()?.seq == .min)
  }

  @Test func `behind one request too many the machine is that of the trace without it`() throws {
    #expect(try last(.withRequestTooMany) == last(EditedTrace(EditedTrace.cards)))
  }

  @Test func `a walk finds the effects of the last event by their names`() throws {
    let walk = try Self.system.walk(EditedTrace([.cardShown(card: .sample)]).input)
    while try walk.next() != nil {
      let found = try #require(try walk.exchange())
      #expect(found.record.name == walk.name())
      _ = try walk.take()
    }
    #expect(walk.ordered("check_card")?.request == 1)
    #expect(walk.ordered("open") == nil)
    #expect(walk.gates("no such effect", "device", .sample) == nil)
  }

  private func last(_ trace: EditedTrace) throws -> Value {
    let walk = try Self.system.walk(trace.input)
    while try walk.next() != nil { _ = try walk.take() }
    return walk.view("device", walk.event()?.at ?? .sample)
  }

  /// A line that a walk takes, with all that the walk has there.
  private struct WalkedLine: Equatable {
    var record: ErasedRecord?
    var step: WalkStep
    var view: Value
    var event: ErasedRecord?

    init(_ walk: AnyTraceWalk) throws {
      record = try walk.record()
      step = try walk.take()
      event = walk.event()
      view = walk.view(walk.party(), event?.at ?? .sample)
    }
  }
}
