import EventSourcing
import MobilePush
import Replay
import Reports
import Systems
import Testing
import Traces

@testable import Inspection

/// One rule that leaves two fields as they were.
struct TwoFieldsTests {
  @Test func `both fields are named, and replay takes both as assumptions`() throws {
    // An SDK once forgets an event: it neither keeps its entry nor counts it.
    var count = 0
    let fields = [way("analytics.queue"), way("analytics.entries")]
    let run = FaultyRun(FaultyRun.life) { event, before, after in
      guard event.name == "custom_event_tracked" else { return after }
      count += 1
      guard count == 3 else { return after }
      return fields.reduce(after) { $0.setting($1, to: before.at($1)) ?? $0 }
    }
    let found = try explain(run)
    let change = try #require(found.changes.first, "\(found.lines(ValueText(.iso)))")
    #expect([change.path] + change.also == ["analytics.queue", "analytics.entries"])
    #expect(change.isUnchanged && !change.repeats)
    #expect(found.fields == ["analytics.queue", "analytics.entries"])
    let lines = found.lines(ValueText(.iso))
    #expect(
      lines.first?.hasSuffix(
        "if analytics.queue and analytics.entries stay as they were from "
          + "\(change.record.seq) on") == true, "\(lines)")
    let options = try #require(change.assumptions(ValueText(.iso)))
    let assumptions = options.split(separator: "'").filter { $0.contains("=") }
      .compactMap { Assumption(argument: String($0)) }
    #expect(assumptions.count == 2)
    var replayed = ReplayOptions()
    replayed.assumptions = assumptions
    #expect(try AnySystem(MobilePushSystem.self).replay(run.input, replayed).agrees)
  }
}
