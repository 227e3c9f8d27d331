import EventSourcing
import MobilePush
import Replay
import Systems
import Testing
import Traces

@testable import Inspection

/// The decision at a drift, held against all others of its kind in the trace.
struct DecisionPatternTests {
  private let system = AnySystem(MobilePushSystem.self)

  /// A life in which a tag is also added in the background, and a listener hears of registrations.
  private let run = FaultyRun(FaultyRun.heard(taggedOn: 1...7)) { $2 }

  private func pattern(_ input: ReplayInput) throws -> DecisionPattern {
    let all = try DecisionPattern.all(input, of: system, lenient: false)
    #expect(all.count == 1)
    return try #require(all.first)
  }

  @Test func `a trace without a drift has no decision to look at`() throws {
    let input = run.input { _, _ in false }
    #expect(try DecisionPattern.all(input, of: system, lenient: false).isEmpty)
  }

  @Test func `what holds where the effect is missing, and nowhere else, is named`() throws {
    let found = try pattern(run.input { $0 && $1 == "timer_fired" })
    #expect(found.event == "timer_fired" && found.effect == "notify_registration_listener")
    #expect(found.kind == .missing)
    #expect(found.wrong == 7 && found.right == 8)
    let mark = DecisionMark(
      source: .state, path: "process.phase", says: .value(.text("background")))
    #expect(found.marks.contains(mark), "\(found)")
    #expect(
      found.description.hasPrefix(
        "notify_registration_listener is missing after 7 of 15 timer_fired, and after those "
          + "alone "), "\(found)")
  }

  @Test func `where the effect is missing each time nothing is told apart`() throws {
    let found = try pattern(run.input { $1 == "timer_fired" })
    #expect(found.wrong == 15 && found.right == 0)
    #expect(found.marks.isEmpty)
  }

  @Test func `a trace is alike as far as its decisions are`() throws {
    let found = try pattern(run.input { $0 && $1 == "timer_fired" })
    let same = try #require(try found.likeness(in: run.input, of: system))
    #expect(same == 1)
    let foreground = FaultyRun(FaultyRun.heard) { $2 }
    let other = try #require(try found.likeness(in: foreground.input, of: system))
    #expect(other < 0.7)
    let quiet = FaultyRun(Array(FaultyRun.life.prefix(1))) { $2 }
    #expect(try found.likeness(in: quiet.input, of: system) == nil)
  }

  @Test func `an effect too much is held against the events that rightly lack it`() throws {
    let lines = String(decoding: run.trace, as: UTF8.self).split(separator: "\n")
    let place = try #require(lines.firstIndex { $0.contains(#""event":"custom_event_tracked""#) })
    let seq = try #require(lines[place].split(separator: ",").first?.split(separator: ":").last)
    let at = try #require(lines[place].firstMatch(of: /"at":[^,]+/)?.output)
    let extra =
      #"{"seq":\#(seq),\#(at),"effect":"show_in_app_message","data":{"id":"a","version":1}}"#
    let text = (lines[...place] + [Substring(extra)] + lines[(place + 1)...]).joined(
      separator: "\n")
    let found = try pattern(
      ReplayInput(file: "extra.trace.jsonl", bytes: Array((text + "\n").utf8)))
    #expect(found.kind == .extra && found.event == "custom_event_tracked")
    #expect(found.wrong == 1 && found.right == 6)
  }
}
