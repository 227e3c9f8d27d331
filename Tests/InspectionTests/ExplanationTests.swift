import EventSourcing
import Replay
import Systems
import Testing
import Traces

@testable import Inspection

struct ExplanationTests {
  private let names = ["send_registration", "timer_fired", "set_timer", "device_token_received"]

  @Test func `an effect is explained down to the outside input`() throws {
    let explanation = try explain(14, in: try RecordedTrace("mobilepush/back-off-over-days"))
    #expect(explanation.chain.map(\.record.name) == names)
    #expect(explanation.chain.map(\.record.seq) == [14, 13, 12, 11])
    #expect(explanation.origin == .outside)
    #expect(explanation.event?.seq == 13)
    #expect(explanation.consequences.map(\.seq) == [15])
    let change = explanation.changes.first { $0.path == "registration.unacknowledged" }
    #expect(change?.recorded == .boolean(false))
    #expect(change?.computed == .boolean(true))
  }

  @Test func `events without causes are explained by the fold`() throws {
    var trace = try RecordedTrace("mobilepush/back-off-over-days")
    trace.removeCauses()
    let explanation = try explain(15, in: trace)
    #expect(explanation.chain.map(\.record.name) == ["response_received"] + names)
    #expect(explanation.chain.map(\.record.seq) == [15, 14, 13, 12, 11])
    #expect(
      explanation.chain.map(\.evidence) == [.recorded, .folded, .recorded, .folded, .recorded])
    #expect(explanation.origin == .outside)
  }

  @Test func `effects that a trace does not have are shown as ordered by the fold`() throws {
    var trace = try RecordedTrace("mobilepush/back-off-over-days")
    trace.removeCauses()
    trace.removeEffects()
    let explanation = try explain(15, in: trace)
    #expect(explanation.chain.map(\.record.name) == ["response_received"] + names)
    let ordered = explanation.chain.filter { $0.evidence == .ordered }
    #expect(ordered.count == 2)
  }

  @Test func `a cause that is missing ends the chain`() throws {
    var trace = try RecordedTrace("mobilepush/back-off-over-days")
    trace.lines.remove(at: 12)
    let explanation = try explain(14, in: trace)
    #expect(explanation.chain.map(\.record.seq) == [14, 13])
    #expect(explanation.origin == .missing(12))
  }

  @Test func `a request through a world is explained from party to party`() throws {
    let history = try RecordedTrace("mobilepush/push-from-opt-in-to-open").history()
    var found: RecordExplanation?
    for seq in 1...105 {
      guard let explanation = try history.explanation(of: Int64(seq)) else { continue }
      if explanation.record.name == "notification_received" { found = explanation }
    }
    let parties = Set(try #require(found).chain.map(\.record.party))
    #expect(parties.isSuperset(of: ["engagement", "push_service"]))
  }

  @Test func `a record of an unknown name is shown by its name and orders nothing`() throws {
    var trace = try RecordedTrace("mobilepush/login")
    let index = try #require(trace.lines.firstIndex { $0.contains(#""event":"contact_key_set""#) })
    trace.lines[index].replace("contact_key_set", with: "contact_key_chosen")
    let history = try TraceHistory(trace.input, of: AnySystem(MobilePushSystem.self), lenient: true)
    let explanation = try #require(try history.explanation(of: Int64(index)))
    #expect(explanation.record.name == "contact_key_chosen")
    #expect(explanation.changes.isEmpty)
    #expect(explanation.origin == .outside)
  }

  private func explain(_ seq: Int64, in trace: RecordedTrace) throws -> RecordExplanation {
    try #require(try trace.history().explanation(of: seq))
  }
}
