import EventSourcing
import Replay
import Testing
import Traces
import Turnstile

/// Each way in which a trace can drift, made as small as it goes.
struct MinimizingTests {
  private let original = EditedTrace()

  @Test func `of an altered effect the fields and both of their values stay`() throws {
    var trace = original
    let place = trace.index(of: #""reason":"blocked""#)
    trace.lines[place].replace(#""reason":"blocked""#, with: #""reason":"offline""#)
    let small = try minimized(trace)
    #expect(small.summary == "refuse after card_checked differs: reason")
    #expect(small.lines.count == 4)
    #expect(small.lines[1].contains(#""event":"card_checked""#))
    #expect(small.lines[2].contains(#""reason":"offline","names":["gate","gate \"0\""]"#))
  }

  @Test func `of a missing effect the event that orders it stays`() throws {
    var trace = original
    trace.lines.remove(at: trace.index(of: #""effect":"cancel_timer""#))
    let small = try minimized(trace)
    #expect(small.summary == "cancel_timer after pushed is missing")
    // Two coins open the gate for the push.
    #expect(small.lines.filter { $0.contains(#""event":"#) }.count == 3)
    #expect(!small.lines.contains { $0.contains("cancel_timer") })
  }

  @Test func `an effect too many stays where the machine orders none`() throws {
    var trace = original
    let place = trace.index(of: #""effect":"check_card""#)
    trace.lines.insert(trace.lines[place], at: place)
    let small = try minimized(trace)
    #expect(small.summary == "check_card after card_shown is not ordered")
    #expect(small.lines.filter { $0.contains("check_card") }.count == 2)
    #expect(small.lines.count == 5)
  }

  @Test func `of a decision that went another way all differences stay`() throws {
    var trace = original
    let place = trace.index(of: #""effect":"open""#)
    trace.lines.remove(at: place)
    trace.lines[place].replace("set_timer", with: "refuse")
    trace.lines[place].replace(/"data":.*/, with: #""data":{"reason":"closed","names":[]}}"#)
    let small = try minimized(trace)
    #expect(small.summary == "refuse after coin_inserted is not ordered")
    // One coin alone opens no gate: a refusal would be all that differs.
    #expect(small.lines.count { $0.contains("coin_inserted") } == 2)
    let names = small.lines.compactMap { $0.firstMatch(of: /"effect":"([a-z_]+)"/)?.1 }
    #expect(names == ["refuse"])
  }

  @Test func `another order of effects stays another order`() throws {
    var trace = original
    let place = trace.index(of: #""effect":"open""#)
    trace.lines.swapAt(place, place + 1)
    let small = try minimized(trace)
    #expect(small.summary.hasSuffix("comes in another order"))
    let names = small.lines.compactMap { $0.firstMatch(of: /"effect":"([a-z_]+)"/)?.1 }
    #expect(names == ["set_timer", "open"])
  }

  @Test func `elements of a list that the machine does not order stay alone`() throws {
    let events: [TurnstileEvent] = [
      .started(config: .sample),
      .cardShown(card: Card(number: "12", zones: [1, 2, 3, 4], owner: "Ann")),
      .cardShown(card: Card(number: "13", zones: [5, 6, 7], owner: nil)),
    ]
    var trace = EditedTrace(events)
    let place = trace.index(of: #""number":"13""#) + 1
    trace.lines[place].replace("[5,6,7]", with: "[5,9,7]")
    let small = try minimized(trace)
    #expect(small.summary == "check_card after card_shown differs: card.zones")
    #expect(small.lines.count == 4)
    #expect(small.lines[1].contains(#""zones":[6]"#))
    #expect(small.lines[2].contains(#""zones":[9]"#))
  }

  @Test func `the result drifts in the same way, and minimizing it again changes nothing`() throws {
    var trace = original
    let place = trace.index(of: #""reason":"offline""#)
    trace.lines[place].replace("offline", with: "closed")
    let small = try minimized(trace)
    var again = original
    again.lines = small.lines
    let drift = try #require(try again.replayed().drift)
    #expect(drift.kind == .altered)
    #expect(drift.effect == "refuse")
    #expect(try minimized(again).lines == small.lines)
  }

  @Test func `a trace that agrees and one without effects have nothing to keep`() throws {
    #expect(try finding(original) == nil)
    var inputs = original
    inputs.lines.removeAll { $0.contains(#""effect":"#) }
    #expect(try finding(inputs) == nil)
    inputs.lines.removeAll { $0.contains(#""end":"#) }
    #expect(try finding(inputs) == nil)
    // A cut trace may end before the effects of its last event.
    var cut = original
    cut.lines.removeSubrange((cut.index(of: #""effect":"check_card""#))...)
    #expect(try finding(cut) == nil)
  }

  @Test func `a state is kept by the fewest events`() throws {
    let found = try #require(
      try minimizeState(
        original.input, as: TurnstileSystem.self, summary: "open"
      ) { $1["open"] == .boolean(true) })
    let small = EditedTrace(bytes: found.trace)
    #expect(small.lines.filter { $0.contains(#""event":"#) }.count <= 2)
    #expect(try small.replayed().drift == nil)
  }

  @Test func `minimizing that is ended early gives what is left by then`() throws {
    func smallest(after limit: Int) throws -> MinimizedFinding? {
      try minimizeState(
        original.input, as: TurnstileSystem.self, summary: "open",
        progress: { $1 < limit }
      ) { $1["open"] == .boolean(true) }
    }
    let (first, all) = (
      try #require(try smallest(after: 1)), try #require(try smallest(after: .max))
    )
    // Each of its two passes makes one try.
    #expect(first.tries == 2)
    #expect(first.records.after > all.records.after)
  }

  private func finding(_ trace: EditedTrace) throws -> MinimizedFinding? {
    try minimizeDrift(trace.input, as: TurnstileSystem.self)
  }

  private func minimized(_ trace: EditedTrace) throws -> (summary: String, lines: [String]) {
    let found = try #require(try finding(trace))
    return (found.summary, EditedTrace(bytes: found.trace).lines)
  }
}
