import EventSourcing
import Replay
import Systems
import Testing
import Traces

@testable import Inspection

struct HoldExplanationTests {
  @Test func `a gate that something opens shows by what`() throws {
    let hold = try hold(of: "send_registration", at: .seconds(-1_800))
    let holds = try #require(hold.holds)
    #expect(holds.map(\.gate.name) == ["nothing_changed"])
    #expect(holds[0].closing.seq == 15)
    guard case .event(let opener) = holds[0].opening else {
      Issue.record("\(holds[0].opening)")
      return
    }
    #expect(opener.seq == 17)
  }

  @Test func `before the first record everything is closed from the start`() throws {
    let hold = try hold(of: "send_registration", at: .days(-1))
    #expect(hold.holds?.map(\.closing).allSatisfy { $0 == .nothing } == true)
    #expect(hold.before == nil)
    #expect(hold.after?.seq == 3)
  }

  @Test func `an effect without gates says what orders it`() throws {
    let hold = try hold(of: "notify_registration_listener", at: .zero)
    #expect(hold.holds == nil)
    #expect(hold.orderedBy.isEmpty)
    let timers = try self.hold(of: "set_timer", at: .zero)
    #expect(timers.orderedBy.first?.event == "response_received")
  }

  @Test func `without recorded effects the fold says when it did happen`() throws {
    var trace = try RecordedTrace("mobilepush/back-off-over-days")
    trace.removeEffects()
    let hold = try hold(of: "send_registration", at: .seconds(30), in: trace)
    #expect(hold.before?.seq == 13)
    #expect(hold.after?.seq == 19)
  }

  @Test func `a request too many does not let answers open or close other gates`() throws {
    let trace = try RecordedTrace("mobilepush/back-off-over-days")
    var edited = trace
    let asked = try #require(trace.lines.firstIndex { $0.contains("send_registration") })
    let number = try #require(try /"request":([0-9]+)/.firstMatch(in: trace.lines[asked]))
    let first = try #require(Int(number.1))
    // As an SDK records it that sends once more: all later requests have the next number.
    edited.lines = trace.lines.map { line in
      line.replacing(/"request":([0-9]+)/) { match in
        let old = Int(match.1) ?? 0
        return #""request":\#(old > first ? old + 1 : old)"#
      }
    }
    let extra = trace.lines[asked].replacing(number.0, with: #""request":\#(first + 1)"#)
    edited.lines.insert(extra.replacing(/"seq":[0-9]+/, with: #""seq":9000"#), at: asked + 1)
    let before = try #require(try hold(trace.history())?.holds)
    let after = try #require(try hold(edited.history())?.holds)
    #expect(!before.isEmpty)
    #expect(before.map(\.gate) == after.map(\.gate))
    #expect(before.map { closing($0) } == after.map { closing($0) })
  }

  /// What closed a gate, without numbers of records and requests.
  private func closing(_ hold: HoldExplanation.Hold) -> String {
    switch hold.closing {
    case .event(let record): "\(record.name) at \(record.at.milliseconds)"
    case .time(let instant): "\(instant.milliseconds)"
    case .nothing: "start"
    }
  }

  private func hold(_ history: TraceHistory) throws -> HoldExplanation? {
    try history.hold(
      of: "send_registration", by: "device",
      at: history.summary.span?.upperBound ?? history.summary.started)
  }

  @Test func `a gate that opens and closes within one event was closed by that event`() throws {
    let trace = try RecordedTrace("mobile_engage/token-refresh-in-the-middle-of-the-queue")
    let history = try TraceHistory(trace.input, of: AnySystem(MobileEngageSystem.self))
    // The answer to a call is refused, and the request for a new token leaves with it.
    let hold = try history.hold(of: "send_events", by: "device", after: 12, at: started + .zero)
    let inFlight = try #require(hold?.holds?.first { $0.gate.name == "in_flight" })
    #expect(inFlight.closing.seq == 12)
  }

  @Test func `an effect that the system does not have is none`() throws {
    let history = try RecordedTrace("mobilepush/back-off-over-days").history()
    #expect(try history.hold(of: "send_letter", by: "device", at: started) == nil)
  }

  private let started = Instant(milliseconds: 1_767_603_600_000)

  private func hold(
    of effect: String, at time: TimeSpan, in trace: RecordedTrace? = nil
  ) throws -> HoldExplanation {
    let trace = try trace ?? RecordedTrace("mobilepush/back-off-over-days")
    return try #require(try trace.history().hold(of: effect, by: "device", at: started + time))
  }
}

extension HoldExplanation.Turn {
  /// The number of the event that closed the gate.
  fileprivate var seq: Int64? {
    if case .event(let record) = self { record.seq } else { nil }
  }
}
