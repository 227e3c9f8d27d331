import Diagnostics
import EventSourcing
import Testing
import Traces
import Turnstile

@testable import Replay

struct ReplayTests {
  @Test func `a trace of the same machine agrees`() throws {
    let outcome = try EditedTrace().replayed()
    #expect(outcome.drift == nil)
    #expect(outcome.trust == nil)
    #expect(outcome.groups.isEmpty)
    #expect(outcome.ending.end == .sealed)
    #expect(outcome.events == 10)
    #expect(outcome.effects == 8)
  }

  @Test func `an altered effect is found, with both sides of the field`() throws {
    var trace = EditedTrace()
    let index = trace.index(of: #""reason":"blocked""#)
    trace.lines[index].replace("blocked", with: "closed")
    let outcome = try trace.replayed()
    let drift = try #require(outcome.drift)
    #expect(drift.kind == .altered)
    #expect(drift.place.line == index + 1)
    #expect(drift.effect == "refuse")
    #expect(
      drift.differences == [
        FieldDifference(path: "reason", recorded: .text("closed"), computed: .text("blocked"))
      ])
    #expect(drift.stateBefore?["requests"] == .integer(1))
    #expect(outcome.ending.damage.total == 1)
  }

  @Test func `an effect of another party than its event's is found`() throws {
    var trace = EditedTrace()
    let index = trace.index(of: #""reason":"blocked""#)
    trace.lines[index].replace(#""effect""#, with: #""party":"other","effect""#)
    let drift = try #require(try trace.replayed().drift)
    #expect(drift.place.line == index + 1)
    #expect(
      drift.differences == [
        FieldDifference(path: "party", recorded: .text("other"), computed: .text("device"))
      ])
  }

  @Test func `a missing effect is found at its event`() throws {
    var trace = EditedTrace()
    let index = trace.index(of: #""effect":"cancel_timer""#)
    trace.lines.remove(at: index)
    let drift = try #require(try trace.replayed().drift)
    #expect(drift.kind == .missing)
    #expect(drift.effect == "cancel_timer")
    #expect(drift.place.line == index)
    #expect(drift.event.name == "pushed")
    #expect(drift.invalidated?.line == index + 1)
  }

  @Test func `an extra effect is found at its line`() throws {
    var trace = EditedTrace()
    let index = trace.index(of: #""effect":"cancel_timer""#)
    trace.lines.insert(
      trace.lines[index].replacing("\"seq\":7", with: "\"seq\":8"), at: index + 1)
    let drift = try #require(try trace.replayed().drift)
    #expect(drift.kind == .extra)
    #expect(drift.place.line == index + 2)
  }

  @Test func `an effect recorded after a later event is late`() throws {
    var trace = EditedTrace()
    let index = trace.index(of: #""effect":"check_card""#)
    let moved = trace.lines.remove(at: index)
    let later = trace.index(of: #""event":"card_checked""#)
    trace.lines.insert(moved.replacing(#""at":5000,"e"#, with: #""at":6000,"e"#), at: later + 1)
    let drift = try #require(try trace.replayed().drift)
    guard case .late(let step) = drift.kind else {
      Issue.record("\(drift.kind)")
      return
    }
    #expect(step.line == later + 2)
    #expect(drift.effect == "check_card")
    #expect(drift.place.line == index)
  }

  @Test func `an effect recorded before its event is early`() throws {
    var trace = EditedTrace()
    let index = trace.index(of: #""effect":"check_card""#)
    let moved = trace.lines.remove(at: index)
    trace.lines.insert(moved.replacing(#""at":5000,"e"#, with: #""at":4000,"e"#), at: index - 1)
    let drift = try #require(try trace.replayed().drift)
    guard case .early(let step) = drift.kind else {
      Issue.record("\(drift.kind)")
      return
    }
    #expect(drift.place.line == index)
    #expect(step.name == "card_shown")
  }

  @Test func `an effect with a later instant is late at its own line`() throws {
    var trace = EditedTrace()
    let index = trace.index(of: #""effect":"check_card""#)
    trace.lines[index].replace(#""at":5000,"e"#, with: #""at":5001,"e"#)
    let drift = try #require(try trace.replayed().drift)
    #expect(drift.place.line == index + 1)
    #expect(drift.differences.map(\.path) == ["at"])
    guard case .late = drift.kind else {
      Issue.record("\(drift.kind)")
      return
    }
  }

  @Test func `effects in another order are named as such`() throws {
    var trace = EditedTrace()
    let index = trace.index(of: #""effect":"open""#)
    trace.lines.swapAt(index, index + 1)
    let drift = try #require(try trace.replayed().drift)
    #expect(drift.kind == .reordered)
    #expect(drift.place.line == index + 1)
  }

  @Test func `a state hash that differs is a drift`() throws {
    var trace = EditedTrace([.pushed])
    trace.lines.insert(#"{"seq":3,"at":0,"state":"0123456789abcdef"}"#, at: 3)
    let drift = try #require(try trace.replayed().drift)
    guard case .state(let recorded, let computed) = drift.kind else {
      Issue.record("\(drift.kind)")
      return
    }
    #expect(recorded == 0x0123_4567_89AB_CDEF)
    trace.lines[3] = #"{"seq":3,"at":0,"state":"\#(XXH64.text(computed))"}"#
    #expect(try trace.replayed().drift == nil)
    #expect(try trace.replayed().states == 1)
  }

  @Test func `a trace cut at any byte behind its header agrees as far as it goes`() throws {
    let bytes = EditedTrace().bytes
    let header = (bytes.firstIndex(of: 0x0A) ?? 0) + 1
    for length in header..<(bytes.count - 1) {
      let input = ReplayInput(file: "t", bytes: Array(bytes.prefix(length)))
      let outcome = try AnySystem(TurnstileSystem.self).replay(input)
      #expect(outcome.drift == nil, "cut after \(length) bytes")
      if length < bytes.count - 2, case .cut = outcome.ending.end { continue }
      #expect(length >= bytes.count - 2, "cut after \(length) bytes")
    }
  }

  @Test func `a trace without effects is folded and not compared`() throws {
    var trace = EditedTrace()
    trace.lines.removeAll { $0.contains("\"effect\"") || $0.contains("\"end\"") }
    let outcome = try trace.replayed()
    #expect(outcome.isInputsOnly)
    #expect(outcome.drift == nil)
    #expect(outcome.events == 10)
    #expect(outcome.views.first?.view["passed"] == .integer(1))
  }

  @Test func `readings given replace those of the header and of later records`() throws {
    let events: [TurnstileEvent] = [
      .coinInserted(value: 2, donor: "", remark: nil),
      .readingsSet(profile: "documents", readings: .sample),
      .coinInserted(value: 2, donor: "", remark: nil),
    ]
    let trace = EditedTrace(events)
    #expect(try trace.replayed().drift == nil)
    var options = ReplayOptions()
    options.override = { _, _ in
      ("documents", TurnstileReadings(price: 3, patience: .seconds(5)).value)
    }
    let outcome = try trace.replayed(options)
    #expect(outcome.drift?.kind == .extra)
    #expect(outcome.views.first?.view["price"] == .integer(3))
  }

  @Test func `the header's configuration completes the first launch alone`() throws {
    var trace = EditedTrace(
      [.started(config: nil), .started(config: nil)],
      config: TurnstileConfig(name: "north", wait: .zero))
    #expect(try trace.replayed().views.first?.view["name"] == .text("north"))
    trace.lines[1].replace("{}", with: #"{"config":{"name":"south","wait":"1m"}}"#)
    #expect(try trace.replayed().views.first?.view["name"] == .text("south"))
  }

  @Test func `the state after a record is shown`() throws {
    var options = ReplayOptions()
    options.stopAfter = 2
    let outcome = try EditedTrace().replayed(options)
    #expect(outcome.last?.seq == 2)
    #expect(outcome.ending.end == .sealed)
    #expect(outcome.drift == nil)
    #expect(outcome.views.first?.view["coins"] == .integer(1))
  }

  @Test func `a lenient replay passes over unknown events and what they ordered`() throws {
    var trace = EditedTrace()
    let index = trace.index(of: #""event":"card_checked""#)
    trace.lines[index].replace("card_checked", with: "card_judged")
    #expect(throws: Diagnostic.self) { try trace.replayed() }
    var options = ReplayOptions()
    options.lenient = true
    let outcome = try trace.replayed(options)
    #expect(outcome.drift == nil)
    #expect(outcome.ending.passedOver.total == 1)
  }

  @Test func `folding twice finds nothing in a pure machine`() throws {
    var options = ReplayOptions()
    options.twice = true
    #expect(try EditedTrace().replayed(options).drift == nil)
  }
}
