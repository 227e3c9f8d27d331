import Diagnostics
import EventSourcing
import Replay
import Testing
import Traces
import Turnstile

/// What is counted after the first drift of a trace.
struct OpenLoopTests {
  @Test func `all drifts are counted by their signatures, the first is explained`() throws {
    var trace = EditedTrace(Array(repeating: .pushed, count: 5))
    trace.lines = trace.lines.map { $0.replacing("closed", with: "offline") }
    let outcome = try trace.replayed()
    #expect(outcome.driftCount == 5)
    #expect(
      outcome.groups.map(\.signature) == [
        DriftSignature(
          event: "pushed", effect: "refuse", kind: .altered, subject: "offline for closed")
      ])
    #expect(outcome.groups.first?.count == 5)
    #expect(outcome.drift?.seq == 2)
    #expect(outcome.exactUpTo == 1)
    #expect(outcome.trust == "records 1 to 1 exact, from 2 open loop: 5 drifts")
  }

  @Test func `behind a missing effect the others are compared in their places`() throws {
    var trace = EditedTrace()
    let index = trace.index(of: #""effect":"open""#)
    trace.lines.remove(at: index)
    let outcome = try trace.replayed()
    #expect(outcome.driftCount == 1)
    #expect(outcome.groups.map(\.signature.kind) == [.missing])
  }

  @Test func `an answer to an effect that is not ordered is orphaned, with what followed`() throws {
    let outcome = try orphaned([
      #"{"seq":92,"at":8500,"effect":"open","cause":91,"data":{"for":"x"}}"#,
      #"{"seq":93,"at":8600,"event":"pushed","cause":92,"data":{}}"#,
    ]).trace.replayed()
    #expect(outcome.groups.map(\.signature.kind) == [.extra])
    #expect(outcome.driftCount == 1)
    #expect(outcome.orphans == 2)
    #expect(outcome.trust?.hasSuffix("1 drift, 2 orphaned answers") == true)
  }

  @Test func `what follows from the second of two equal effects is no orphan`() throws {
    var trace = EditedTrace()
    let timer = trace.index(of: #""effect":"set_timer""#)
    let again = trace.lines[timer].replacing(/"seq":\d+/, with: #""seq":90"#)
    trace.lines.insert(again, at: timer + 1)
    let fired = trace.index(of: #""event":"timer_fired""#)
    trace.lines[fired].replace(#","event""#, with: #","cause":90,"event""#)
    let outcome = try trace.replayed()
    #expect(outcome.groups.map(\.signature.kind) == [.extra])
    #expect(outcome.orphans == 0)
  }

  @Test func `what is orphaned and cannot be read is refused`() throws {
    let (trace, first) = orphaned([
      #"{"seq":92,"at":8500,"effect":"open","cause":91,"data":{"for":1}}"#
    ])
    let refused = #expect(throws: Diagnostic.self) { try trace.replayed() }
    #expect(refused?.place?.line == first + 1)
  }

  /// A trace with a timer that the machine does not set, and lines that follow from its event; the
  /// first of them has the index `first`.
  private func orphaned(_ lines: [String]) -> (trace: EditedTrace, first: Int) {
    var trace = EditedTrace()
    let index = trace.index(of: #""event":"timer_fired""#)
    let timer = [
      #"{"seq":90,"at":8000,"effect":"set_timer","cause":1,"data":{"due":8500}}"#,
      #"{"seq":91,"at":8500,"event":"timer_fired","cause":90,"data":{}}"#,
    ]
    trace.lines.insert(contentsOf: timer + lines, at: index)
    return (trace, index + timer.count)
  }

  @Test func `a request of another number is no drift, and its answer reaches it`() throws {
    var trace = EditedTrace()
    let asked = trace.index(of: #""effect":"check_card""#)
    trace.lines[asked].replace(#"{"check":1,"#, with: #"{"check":7,"#)
    let answer = trace.index(of: #""event":"card_checked""#)
    trace.lines[answer].replace(
      #""data":{"check":1,"#, with: #""cause":\#(asked),"data":{"check":7,"#)
    let outcome = try trace.replayed()
    #expect(outcome.agrees)
    #expect(outcome.orphans == 0)
    #expect(outcome.views == (try EditedTrace().replayed().views))
  }

  @Test func `one request too many is one drift, whatever the numbers behind it`() throws {
    let outcome = try EditedTrace.withRequestTooMany.replayed()
    #expect(outcome.groups.map(\.signature.kind) == [.extra])
    #expect(outcome.driftCount == 1)
    #expect(outcome.views == (try EditedTrace(EditedTrace.cards).replayed().views))
  }

  @Test func `an effect that is recorded twice is one drift, and the first of both is answered`()
    throws
  {
    let events: [TurnstileEvent] = [
      .cardShown(card: .sample), .cardChecked(request: 1, status: 200, extras: [:]),
    ]
    var trace = EditedTrace(events)
    let asked = trace.index(of: #""effect":"check_card""#)
    trace.lines.insert(trace.lines[asked], at: asked)
    let outcome = try trace.replayed()
    #expect(outcome.groups.map(\.signature.kind) == [.extra])
    #expect(outcome.driftCount == 1)
    #expect(outcome.orphans == 0)
    #expect(outcome.views == (try EditedTrace(events).replayed().views))
  }

  @Test func `an accepted drift is counted, and the first other one is explained`() throws {
    var trace = EditedTrace([.pushed, .pushed, .pushed])
    let last = trace.lines.lastIndex { $0.contains("refuse") } ?? 0
    trace.lines[2].replace("closed", with: "offline")
    trace.lines.remove(at: last)
    var options = ReplayOptions()
    options.acceptance = { signature, _ in signature.kind == .altered ? 4 : nil }
    let outcome = try trace.replayed(options)
    #expect(outcome.groups.map(\.acceptance) == [4, nil])
    #expect(outcome.drift?.kind == .missing)
    #expect(outcome.exactUpTo == 1)
    options.acceptance = { _, _ in 0 }
    #expect(try trace.replayed(options).agrees)
  }

  @Test func `every state that differs is counted`() throws {
    var trace = EditedTrace([.pushed, .pushed])
    let state = #"{"seq":5,"at":1000,"state":"0123456789abcdef"}"#
    trace.lines.insert(contentsOf: [state, state], at: 5)
    let outcome = try trace.replayed()
    #expect(outcome.groups.map(\.signature.kind) == [.state])
    #expect(outcome.driftCount == 2)
  }

  @Test func `the fields of a group have no indexes, stand once and are no part of its signature`()
    throws
  {
    var trace = EditedTrace()
    let index = trace.index(of: #""effect":"check_card""#)
    trace.lines[index].replace(#""zones":["#, with: #""zones":[77,"#)
    let group = try #require(try trace.replayed().groups.first)
    #expect(group.signature.description == "card_shown: check_card altered")
    #expect(group.fields == ["card.zones"])
  }
}
