import EventSourcing
import MobilePush
import Platform
import Replay
import Reports
import Systems
import Testing
import Traces

@testable import Inspection

/// Rules that never run: of one event, of any, and of what comes second.
struct RepeatedChangesTests {
  private func change(in run: FaultyRun) throws -> StateChange {
    try #require(try explain(run).changes.first, "no change explains the drift")
  }

  /// A life with a few events of its own.
  private func life(_ events: [(Int64, MobilePushEvent)]) -> [(Int64, MobilePushEvent)] {
    Array(FaultyRun.life.prefix(1)) + events
  }

  @Test func `a field that no event clears is named without one`() throws {
    let path = way("in_app.waiting")
    let script = life([
      (10, .connectivityChanged(online: false)), (20, .silentPushReceived(content: "in_app")),
      (30, .connectivityChanged(online: true)), (40, .connectivityChanged(online: true)),
      (300, .appBackgrounded), (600, .appForegrounded), (900, .connectivityChanged(online: true)),
    ])
    var seq: Int64?
    let run = FaultyRun(script) { event, before, after in
      guard let waiting = before.at(path), waiting != .null, after.at(path) != waiting else {
        return after
      }
      seq = seq ?? event.seq
      return after.setting(path, to: waiting) ?? after
    }
    let change = try change(in: run)
    #expect(change.path == "in_app.waiting" && change.isOfAny && change.isUnchanged, "\(change)")
    #expect(change.record.seq == seq)
    #expect(change.sentence(ValueText(.iso)).contains("if no event clears in_app.waiting from"))
    #expect(change.assumption(ValueText(.iso)) == nil)
  }

  @Test func `a rule is found whose writes no decision at the drift reads`() throws {
    let path = way("registration.tags.by_app")
    let script = life([
      (3_600, .tagAdded(tag: "a")), (7_200, .tagAdded(tag: "b")), (10_800, .tagAdded(tag: "c")),
      (14_400, .tagAdded(tag: "d")),
    ])
    let run = FaultyRun(script) { event, before, after in
      event.name == "tag_added" ? after.setting(path, to: before.at(path)) ?? after : after
    }
    let change = try change(in: run)
    #expect(change.path == "registration.tags.by_app", "\(change)")
    #expect(change.repeats && change.isUnchanged)
    #expect(change.record.name == "tag_added")
  }

  @Test func `a rule of the elements of a list is found where others come in between`() throws {
    // An attribute keeps its first value.
    let path = way("registration.record.attributes")
    let script = life([
      (3_600, .attributeSet(key: "m", value: "1")), (7_200, .attributeSet(key: "m", value: "2")),
      (10_800, .attributeSet(key: "a", value: "3")), (14_400, .attributeSet(key: "m", value: "4")),
    ])
    let run = FaultyRun(script) { event, before, after in
      guard event.name == "attribute_set", case .list(let old)? = before.at(path),
        case .list(let new)? = after.at(path), old.count == new.count
      else { return after }
      return after.setting(path, to: .list(old)) ?? after
    }
    let change = try change(in: run)
    #expect(change.path.withoutPlaces == "registration.record.attributes.value", "\(change)")
    #expect(change.isOfEach && change.isUnchanged && change.record.name == "attribute_set")
  }

  @Test func `a write that is left out stands beside a member that would be another`() throws {
    let path = way("registration.tags.by_app")
    let script = life([(3_600, .tagAdded(tag: "a")), (7_200, .tagAdded(tag: "b"))])
    let run = FaultyRun(script) { event, before, after in
      event.name == "tag_added" ? after.setting(path, to: before.at(path)) ?? after : after
    }
    let places = try #require(
      try DriftPlaces(run.input, of: AnySystem(MobilePushSystem.self), lenient: false))
    let list = try change(in: run)
    var member = list
    member.path += "[0].sent"
    (member.isUnchanged, member.value) = (false, .boolean(true))
    #expect(places.ranked([member, list]).map(\.path) == [list.path, member.path])
  }
}
