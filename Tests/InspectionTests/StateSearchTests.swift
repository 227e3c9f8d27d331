import EventSourcing
import MobilePush
import Platform
import Replay
import Reports
import Systems
import Testing
import Traces

@testable import Inspection

/// Which change of hidden state explains a drift, in runs with planted defects.
struct StateSearchTests {
  /// A defect that strikes once: at the event of this name and number it leaves a field so.
  private func once(
    _ name: String, _ number: Int, _ path: String,
    where isMeant: @escaping (Value, Value) -> Bool = { _, _ in true },
    _ value: @escaping (_ before: Value?) -> Value?
  ) -> (FaultyRun, seq: Int64) {
    var count = 0
    var seq: Int64 = 0
    let way = way(path)
    let run = FaultyRun(FaultyRun.life) { event, before, after in
      guard event.name == name, isMeant(before.at(way) ?? .null, after.at(way) ?? .null) else {
        return after
      }
      count += 1
      if count != number { return after }
      seq = event.seq
      return after.setting(way, to: value(before.at(way))) ?? after
    }
    return (run, seq)
  }

  @Test func `a run without a defect has nothing to explain`() throws {
    let run = FaultyRun(FaultyRun.life) { $2 }
    #expect(try AnySystem(MobilePushSystem.self).replay(run.input).agrees)
    #expect(try explainDrift(run.input, of: AnySystem(MobilePushSystem.self)) == nil)
  }

  @Test func `a queue that is lost once is named with the record that loses it`() throws {
    let (run, seq) = once("custom_event_tracked", 3, "analytics.queue") { _ in .list([]) }
    let found = try explain(run)
    #expect(found.changes.map(\.path) == ["analytics.queue[0]"])
    let change = try #require(found.changes.first)
    #expect(change.value == nil && change.isUnchanged && !change.repeats)
    #expect(change.record.seq == seq)
    #expect(change.writer?.seq == seq)
    #expect(found.drift > seq)
  }

  @Test func `an answer that does not end a request is named`() throws {
    let (run, seq) = once("response_received", 5, "registration.in_flight") {
      $0 != $1
    } _: {
      $0
    }
    let found = try explain(run)
    #expect(found.changes.map(\.path) == ["registration.in_flight"])
    let change = try #require(found.changes.first)
    #expect(change.isUnchanged && change.record.seq == seq)
    let lines = found.lines(ValueText(.iso))
    #expect(
      lines.first?.hasPrefix("everything after \(seq) is exact if registration.in_flight stays ")
        == true, "\(lines)")
    // No other registration leaves either: that is not decided by the event with the drift alone.
    #expect(found.own == nil && !found.mayBeDecision)
    #expect(!lines.contains { $0.contains("itself decides") }, "\(lines)")
  }

  @Test func `a rule that never runs is named with its event and field`() throws {
    let way = way("registration.failures")
    let run = FaultyRun(FaultyRun.life, down: [14_000..<18_000]) { event, before, after in
      event.name == "response_received" ? after.setting(way, to: before.at(way)) ?? after : after
    }
    let found = try explain(run)
    #expect(found.changes.map(\.path) == ["registration.failures"])
    let change = try #require(found.changes.first)
    #expect(change.repeats && change.isUnchanged)
    #expect(change.record.name == "response_received")
    let assumption = try #require(change.assumption(ValueText(.iso)).flatMap(Assumption.init))
    var options = ReplayOptions()
    options.assumptions = [assumption]
    let outcome = try AnySystem(MobilePushSystem.self).replay(run.input, options)
    #expect(outcome.agrees)
    #expect(outcome.assumed.map(\.path) == ["registration.failures"])
  }

  @Test func `an effect that is wrong by itself is explained by no field`() throws {
    var trace = try RecordedTrace("mobilepush/back-off-over-days")
    let line = try #require(trace.lines.lastIndex { $0.contains("send_registration") })
    trace.lines[line].replace(#""city""#, with: #""town""#)
    let found = try #require(
      try explainDrift(trace.input, of: AnySystem(MobilePushSystem.self)))
    #expect(found.changes.isEmpty)
    #expect(found.lines(ValueText(.iso)).first?.hasPrefix("no single field") == true)
  }

  @Test func `of two losses of different fields the nearest change is named, and no explanation`()
    throws
  {
    var counts: [String: Int] = [:]
    var seqs: [Int64] = []
    let run = FaultyRun(FaultyRun.life) { event, _, after in
      counts[event.name, default: 0] += 1
      let path =
        switch (event.name, counts[event.name]) {
        case ("custom_event_tracked", 3): "analytics.queue"
        case ("app_foregrounded", 5): "registration.tags.by_app"
        default: ""
        }
      if path.isEmpty { return after }
      seqs.append(event.seq)
      return after.setting(way(path), to: .list([])) ?? after
    }
    let found = try explain(run)
    #expect(found.changes.isEmpty)
    let nearest = try #require(found.nearest)
    #expect(nearest.path == "analytics.queue[0]" && nearest.record.seq == seqs[0])
    #expect(nearest.next ?? 0 > seqs[1])
  }

  @Test func `a search that is ended early says so`() throws {
    let (run, _) = once("custom_event_tracked", 3, "analytics.queue") { _ in .list([]) }
    let found = try explainDrift(run.input, of: AnySystem(MobilePushSystem.self), limit: 3)
    #expect(found?.isCut == true && found?.trials == 3)
  }

  @Test func `fields that explain a drift equally are shown together, each with its events`()
    throws
  {
    let (run, seq) = once("app_foregrounded", 4, "registration.tags.by_app") { _ in .list([]) }
    let found = try explain(run)
    #expect(found.simplest.count == 2)
    #expect(found.changes.map(\.record.name) == ["tag_added", "tag_added"])
    #expect(
      found.lines(ValueText(.iso)).first
        == "2 changes of one field each explain it; the trace does not show which of them it was")
    let (first, second) = (found.changes[0], found.changes[1])
    // No decision reads the list of the app: it is copied to the record, which the event with the
    // drift sends. Between both records nothing shows the difference.
    #expect(first.path.hasPrefix("registration.tags.by_app"))
    #expect(second.path == "registration.record.tags[2]")
    #expect(first.own == second.record.seq)
    #expect(second.own == run.seqs(of: "timer_fired").last { $0 < found.drift })
    #expect(first.candidates.first == "attribute_set" && first.candidates.last == "tag_added")
    #expect(first.candidates.contains("app_foregrounded") && second.candidates == ["tag_added"])
    #expect(first.record.seq < seq && seq < first.last && first.last < second.record.seq)
    #expect(
      first.origin(ValueText(.iso)).hasSuffix(
        "; any event up to \(first.last), and \(second.record.seq) itself, would do: "
          + "attribute_set, response_received, app_foregrounded, …"))
  }

  @Test func `the event with the drift may have changed the field itself`() throws {
    let (run, seq) = once("app_foregrounded", 4, "registration.unacknowledged") { _ in
      .boolean(true)
    }
    let found = try explain(run)
    let change = try #require(found.changes.first)
    #expect(change.path == "registration.unacknowledged" && change.record.seq == seq)
    #expect(change.candidates == ["response_received", "app_foregrounded"])
    let own = try #require(change.own)
    #expect(own > change.last && own < found.drift)
    #expect(
      change.origin(ValueText(.iso)).hasSuffix(
        "; any event up to \(change.last), and \(own) itself, would do: response_received, "
          + "app_foregrounded"))
    // Of values that do the same the last event of any counts.
    let places = try #require(
      try DriftPlaces(run.input, of: AnySystem(MobilePushSystem.self), lenient: false))
    var early = change
    early.last = change.record.seq
    // The simpler value stands for both.
    early.value = nil
    for changes in [[early, change], [change, early]] {
      let ranked = places.ranked(changes)
      #expect(ranked.map(\.last) == [change.last])
      #expect(ranked.map(\.alternatives) == [1])
      #expect(ranked.first?.candidates == change.candidates)
    }
  }

  @Test func `an event of another party that changes a backend is named, and natural values first`()
    throws
  {
    var trace = try RecordedTrace("mobilepush/opt-out-after-a-bad-token")
    let line = try #require(trace.lines.firstIndex { $0.contains("report_bounce") })
    trace.lines[line].replace("report_bounce", with: "deliver_push")
    trace.lines[line].replace(/"data":.*/, with: #""data":{"device":"phone","id":"sale-1"}}"#)
    let found = try #require(
      try explainDrift(trace.input, of: AnySystem(MobilePushSystem.self)))
    let change = try #require(found.simplest.first)
    #expect(found.simplest.map(\.path) == ["backend.push_service.devices[0].token_valid"])
    #expect(change.record.name == "token_invalidated" && change.record.party == "phone")
    #expect(change.isUnchanged && change.value == .boolean(true))
    // That the other device had the name of this one would do as well.
    #expect(found.changes.dropFirst().map(\.path) == ["backend.push_service.devices[1].name"])
    #expect(
      found.lines(ValueText(.iso)).contains(
        "so do values that the machine would not have left by itself:"))
  }

  @Test func `a field that is never cleared is named from the first event that should clear it`()
    throws
  {
    let way = way("registration.failures")
    let run = FaultyRun(
      FaultyRun.life, down: [0..<30, 7_250..<7_290, 14_450..<14_490]
    ) { event, before, after in
      guard event.name == "response_received", after.at(way) == .integer(0),
        let old = before.at(way), old != .integer(0)
      else { return after }
      return after.setting(way, to: old) ?? after
    }
    let change = try #require(try explain(run).changes.first)
    #expect(change.path == "registration.failures" && change.repeats, "\(change)")
    #expect(
      change.sentence(ValueText(.iso))
        == "everything after \(change.record.seq) is exact if no response_received clears "
        + "registration.failures from \(change.record.seq) on")
  }

  @Test func `a list in another order is named with the order that was recorded`() throws {
    let way = way("analytics.queue")
    var seq: Int64 = 0
    let script: [(Int64, MobilePushEvent)] =
      FaultyRun.life.prefix(2) + [
        (100, .customEventTracked(name: "looked")), (110, .customEventTracked(name: "bought")),
        (120, .attributeSet(key: "colour", value: "red")), (130, .appBackgrounded),
      ]
    let run = FaultyRun(Array(script)) { event, _, after in
      guard event.name == "custom_event_tracked",
        case .list(let queue)? = after.at(way), queue.count == 2
      else { return after }
      seq = event.seq
      return after.setting(way, to: .list(queue.reversed())) ?? after
    }
    let change = try #require(try explain(run).changes.first)
    #expect(change.path == "analytics.queue" && change.isNatural)
    #expect(change.record.seq == seq)
    guard case .list(let own)? = change.machine else {
      Issue.record("\(change)")
      return
    }
    #expect(change.value == .list(own.reversed()))
  }

  /// Launches at the same second as the first, whose requests still wait for their answers.
  private var launches: [(Int64, MobilePushEvent)] {
    [0, 0, 3_600, 3_600].map { second in
      (second, .appLaunched(state: .foreground, initialized: true, device: nil, config: nil))
    } + [(7_200, .customEventTracked(name: "bought")), (7_210, .appBackgrounded)]
  }

  @Test func `what outlives the end of a process inside a launch is named with that end`() throws {
    #expect(try AnySystem(MobilePushSystem.self).replay(FaultyRun(launches) { $2 }.input).agrees)
    let way = way("analytics.in_flight")
    let run = FaultyRun(launches, ending: { $1.setting(way, to: $0.at(way)) ?? $1 })
    let found = try explain(run)
    let change = try #require(found.changes.first)
    #expect(change.path == "analytics.in_flight" && change.isOfEnd && change.isUnchanged)
    #expect(found.simplest.count == 1)
    let sentence = change.sentence(ValueText(.iso))
    #expect(
      sentence.contains("if no end of a process clears analytics.in_flight from \(found.drift)"),
      "\(sentence)")
    let argument = try #require(change.assumption(ValueText(.iso)))
    #expect(argument == "\(found.drift):end.. analytics.in_flight=unchanged")
    var options = ReplayOptions()
    options.assumptions = [try #require(Assumption(argument: argument))]
    #expect(try AnySystem(MobilePushSystem.self).replay(run.input, options).agrees)
  }

  @Test func `a field that the event with the drift writes is named where its effects show it`()
    throws
  {
    var trace = try RecordedTrace("mobile_engage/token-refresh-in-the-middle-of-the-queue")
    trace.lines.removeLast(2)
    for line in trace.lines.indices where trace.lines[line].contains(#""effect":"send_events""#) {
      trace.lines[line].replace("renewed-contact-token-1", with: "contact-token-1")
    }
    let found = try #require(
      try explainDrift(trace.input, of: AnySystem(MobileEngageSystem.self)))
    let change = try #require(found.changes.first)
    #expect(change.path == "contact.tokens.contact" && change.isShown && change.isUnchanged)
  }
}
