import EventSourcing
import MobilePush
import Replay
import Reports
import Systems
import Testing
import Traces

@testable import Inspection

/// Whether a trace shows that a state was wrong, and not the decision that first differs.
struct SuspectedDecisionTests {
  private func lines(_ found: StateExplanation) -> String {
    found.lines(ValueText(.iso)).joined(separator: "\n")
  }

  @Test func `a single event that goes by another value may decide wrongly itself`() throws {
    let way = way("push.permission")
    let script: [(Int64, MobilePushEvent)] = [
      FaultyRun.life[0], (10, .pushPermissionChanged(optedIn: false)),
      (20, .customEventTracked(name: "bought")), (30, .pushPermissionChanged(optedIn: true)),
    ]
    let run = FaultyRun(script) { event, before, after in
      guard event.name == "push_permission_changed", after.at(way) == .boolean(false) else {
        return after
      }
      return after.setting(way, to: before.at(way)) ?? after
    }
    let found = try explain(run)
    #expect(found.fields == ["push.permission"])
    #expect(found.mayBeDecision)
    #expect(lines(found).contains("itself decides"))
  }

  @Test func `without a state that explains it the decision is what is left`() throws {
    var lines = String(decoding: FaultyRun(FaultyRun.life) { $2 }.trace, as: UTF8.self)
      .split(separator: "\n")
    lines.removeAll {
      $0.contains(#""effect":"fetch_inbox_messages""#) && $0.contains("foreground")
    }
    let input = ReplayInput(
      file: "t.trace.jsonl", bytes: Array((lines.joined(separator: "\n") + "\n").utf8))
    let found = try #require(try explainDrift(input, of: AnySystem(MobilePushSystem.self)))
    #expect(found.mayBeDecision)
    #expect(found.decisions.map(\.effect) == ["fetch_inbox_messages"])
  }
}
