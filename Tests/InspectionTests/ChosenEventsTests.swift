import EventSourcing
import MobilePush
import Platform
import Replay
import Reports
import Systems
import Testing
import Traces

@testable import Inspection

/// Defects that strike at some of the events of one name, or write what another field holds.
struct ChosenEventsTests {
  private func explain(_ run: FaultyRun) throws -> StateExplanation {
    try #require(
      try explainDrift(run.input, of: AnySystem(MobilePushSystem.self)), "the run has no drift")
  }

  private func way(_ path: String) -> [StateStep] {
    path.split(separator: ".").map { .member(String($0)) }
  }

  @Test func `a loss at some events of one name is named with all of them`() throws {
    var count = 0
    var seqs: [Int64] = []
    let way = way("analytics.queue")
    let run = FaultyRun(FaultyRun.life) { event, _, after in
      guard event.name == "custom_event_tracked" else { return after }
      count += 1
      if ![3, 5].contains(count) { return after }
      seqs.append(event.seq)
      return after.setting(way, to: .list([])) ?? after
    }
    let found = try explain(run)
    let change = try #require(found.simplest.first)
    #expect(found.simplest.count == 1 && change.path.hasPrefix("analytics.queue"), "\(change)")
    #expect(change.record.name == "custom_event_tracked" && change.chosen == seqs, "\(change)")
    #expect(
      change.sentence(ValueText(.iso)).hasSuffix(
        "after custom_event_tracked \(seqs[0]), \(seqs[1])"))
    #expect(change.assumption(ValueText(.iso)) == nil)
  }

  @Test func `a number that is counted twice is named with how much too high it is`() throws {
    let way = way("registration.failures")
    let run = FaultyRun(FaultyRun.life, down: [14_000..<18_000]) { event, before, after in
      guard event.name == "response_received", case .integer(let old)? = before.at(way),
        case .integer(let new)? = after.at(way), new == old + 1
      else { return after }
      return after.setting(way, to: .integer(new + 1)) ?? after
    }
    let change = try #require(try explain(run).changes.first)
    #expect(change.path == "registration.failures" && change.raised == 1, "\(change)")
    #expect(change.record.name == "response_received" && change.chosen.count > 1)
    #expect(change.sentence(ValueText(.iso)).contains("registration.failures is higher by 1 after"))
  }
}
