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

  @Test func `a field that takes the time of some events is named with all of them`() throws {
    let days = [3_600, 7_200, 10_800].flatMap { (start: Int64) -> [(Int64, MobilePushEvent)] in
      [
        (start, .inboxRefreshRequested), (start + 100, .silentPushReceived(content: "in_app")),
        (start + 120, .inboxRefreshRequested), (start + 200, .silentPushReceived(content: "inbox")),
        (start + 230, .inboxRefreshRequested),
      ]
    }
    let script = FaultyRun.life.prefix(2) + days
    var seqs: [Int64] = []
    let run = FaultyRun(Array(script)) { event, _, after in
      guard event.fields["content"] == .text("inbox") else { return after }
      seqs.append(event.seq)
      return after.setting(way("inbox.limited_since"), to: .instant(event.at)) ?? after
    }
    let change = try #require(try explain(run).changes.first)
    #expect(change.path == "inbox.limited_since" && change.isTime, "\(change)")
    #expect(change.record.name == "silent_push_received" && change.chosen == seqs, "\(change)")
    #expect(
      change.sentence(ValueText(.iso)).contains(
        "inbox.limited_since is the time of the event after"))
  }
}
