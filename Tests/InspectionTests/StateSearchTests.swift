import EventSourcing
import Replay
import Reports
import Systems
import Testing
import Traces

@testable import Inspection

/// Which change of hidden state explains a drift, in runs with planted defects.
struct StateSearchTests {
  private func explain(_ run: FaultyRun) throws -> StateExplanation {
    let found = try #require(
      try explainDrift(run.input, of: AnySystem(MobilePushSystem.self)), "the run has no drift")
    print(
      found.lines(.init(from: Instant(milliseconds: 1_767_603_600_000))).joined(separator: "\n"))
    return found
  }

  /// The way to a field of the device's state.
  private func way(_ path: String) -> [StateStep] {
    path.split(separator: ".").map { .member(String($0)) }
  }

  @Test func `a run without a defect has nothing to explain`() throws {
    let run = FaultyRun(FaultyRun.life) { $2 }
    #expect(try replay(run.input, as: MobilePushSystem.self).agrees)
    #expect(try explainDrift(run.input, of: AnySystem(MobilePushSystem.self)) == nil)
  }

  @Test func `a queue that is lost once is named with the record that loses it`() throws {
    var count = 0
    let run = FaultyRun(FaultyRun.life) { event, _, after in
      if event.name == "custom_event_tracked" { count += 1 }
      guard event.name == "custom_event_tracked", count == 5 else { return after }
      return after.setting(way("analytics.queue"), to: .list([])) ?? after
    }
    _ = try explain(run)
  }

  @Test func `an answer that does not end a request is named`() throws {
    var count = 0
    let run = FaultyRun(FaultyRun.life) { event, before, after in
      if before.at(way("registration.in_flight")) != after.at(way("registration.in_flight")),
        event.name == "response_received"
      {
        count += 1
        if count == 5 {
          return after.setting(
            way("registration.in_flight"), to: before.at(way("registration.in_flight"))) ?? after
        }
      }
      return after
    }
    _ = try explain(run)
  }

  @Test func `a rule that never runs is named with its field`() throws {
    let run = FaultyRun(FaultyRun.life, down: 18_000..<22_000) { event, before, after in
      event.name == "response_received"
        ? after.setting(way("registration.failures"), to: before.at(way("registration.failures")))
          ?? after : after
    }
    _ = try explain(run)
  }

  @Test func `a tag that is lost at a start is named`() throws {
    var count = 0
    let run = FaultyRun(FaultyRun.life) { event, _, after in
      if event.name == "app_foregrounded" { count += 1 }
      guard event.name == "app_foregrounded", count == 4 else { return after }
      return after.setting(way("registration.tags.by_app"), to: .list([])) ?? after
    }
    _ = try explain(run)
  }
}
