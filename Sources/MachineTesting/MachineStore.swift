import EventSourcing
import Properties
import Reports
import Simulation
import Testing

/// A machine in virtual time for tests by example: every event is sent or received, and every
/// change of the state and every effect is claimed. What is left unclaimed fails the test.
///
///     let store = MachineStore(Turnstile.self)
///     store.send(.coinInserted) { $0.isOpen = true }
///     store.expect(.startTimer)
///     store.advance(by: .minutes(1))
///     store.receive(.patienceEnded) { $0.isOpen = false }
///     store.finish()
public final class MachineStore<S: System> {
  /// The state after the last event that was sent or received.
  public private(set) var state: S.Machine.State
  private var world: World<S>
  private var log = EventLog<S.Machine.Event, S.Machine.Effect>()
  /// Effects that no line has claimed yet.
  private var unclaimed: [S.Machine.Effect] = []
  /// Events that time has brought and that were not received yet, in order.
  private var waiting: [Arrived] = []
  private var isFinished = false

  /// An event that has happened by itself, with what it came to.
  private struct Arrived {
    var event: S.Machine.Event
    var effects: [S.Machine.Effect]
    var state: S.Machine.State
  }

  /// Prepares a machine to which nothing has happened, with devices of these names.
  public init(
    _ system: S.Type, devices: [String] = ["device"], start: Instant = defaultClock,
    config: S.Machine.Config = S.defaultConfig
  ) {
    let devices = devices.map { Preparation<S>.Device(name: $0, config: config) }
    world = RunSetting(start: start, devices: devices).world
    state = world.state
  }

  /// The instant reached.
  public var now: Instant { world.now }

  /// Lets an event happen now, after which the state differs by `changes` and by nothing else.
  public func send(
    _ event: S.Machine.Event, to device: String = "device",
    sourceLocation: SourceLocation = #_sourceLocation,
    changes: (inout S.Machine.State) -> Void = { _ in }
  ) {
    failUnclaimed(before: "\(event.name) is sent", sourceLocation)
    let before = log.records.count
    guard world.step(.input(Input(at: now, party: device, event: event)), into: &log) else {
      return fail("\(event.name) cannot be sent: there is no device '\(device)'", sourceLocation)
    }
    let arrived = happened(since: before)
    unclaimed = arrived.first?.effects ?? []
    waiting = Array(arrived.dropFirst())
    compare(arrived.first?.state ?? world.state, changes, "\(event.name) was sent", sourceLocation)
  }

  /// Claims the effects of the last event, all of them and in order.
  public func expect(
    _ effects: S.Machine.Effect..., sourceLocation: SourceLocation = #_sourceLocation
  ) {
    if effects != unclaimed {
      fail(
        "other effects were expected\n"
          + effects.map { "- \(text(of: $0))\n" }.joined()
          + unclaimed.map { "+ \(text(of: $0))\n" }.joined(), sourceLocation)
    }
    unclaimed = []
  }

  /// Lets time pass, with all that falls due in it; what happens has to be received.
  public func advance(by span: TimeSpan, sourceLocation: SourceLocation = #_sourceLocation) {
    failUnclaimed(before: "time passes", sourceLocation)
    let end = now + span
    while let due = world.nextDue(), due <= end {
      let before = log.records.count
      world.step(.next, into: &log)
      waiting += happened(since: before)
    }
    world.step(.wait(until: end), into: &log)
  }

  /// Lets the open request of this number be answered now.
  public func answer(
    _ request: Int64, with reply: S.Reply, to device: String = "device",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    failUnclaimed(before: "request \(request) is answered", sourceLocation)
    let before = log.records.count
    let id = RequestID(party: device, number: request)
    let flight = FlightID(party: device, half: .answer, number: request)
    guard world.step(.answer(id, with: reply, after: .zero), into: &log),
      world.step(.deliver(flight), into: &log)
    else { return fail("no request \(request) of \(device) is open", sourceLocation) }
    waiting += happened(since: before)
  }

  /// Claims the next event that has happened by itself, after which the state differs by `changes`
  /// and by nothing else.
  public func receive(
    _ event: S.Machine.Event, sourceLocation: SourceLocation = #_sourceLocation,
    changes: (inout S.Machine.State) -> Void = { _ in }
  ) {
    failUnclaimedEffects(before: "\(event.name) is received", sourceLocation)
    guard !waiting.isEmpty else {
      return fail("\(event.name) was expected, and nothing happened", sourceLocation)
    }
    let arrived = waiting.removeFirst()
    if arrived.event != event {
      fail("- \(text(of: event))\n+ \(text(of: arrived.event))\nhappened instead", sourceLocation)
    }
    unclaimed = arrived.effects
    compare(arrived.state, changes, "\(arrived.event.name) was received", sourceLocation)
  }

  /// Ends the test: nothing may be left unclaimed, and no timer may be armed or request be open
  /// unless the test leaves them on purpose.
  public func finish(
    leavingTimers: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    isFinished = true
    failUnclaimed(before: "the test ends", sourceLocation)
    if leavingTimers { return }
    for party in world.engine.parties {
      for timer in party.timers {
        let left = timer.due - now
        fail("timer '\(timer.name)' is still armed, for \(left.text) from now", sourceLocation)
      }
    }
    for request in world.openRequests {
      fail("request \(request.id.number) is not answered", sourceLocation)
    }
  }

  deinit {
    if !isFinished { Issue.record("a MachineStore was not finished: call finish() at the end") }
  }
}

// MARK: - What is wrong

extension MachineStore {
  /// The events of the records since a point in the log, each with its effects. A step has one.
  private func happened(since count: Int) -> [Arrived] {
    var result: [Arrived] = []
    for record in log.records[count...] {
      switch record {
      case .event(let event):
        result.append(Arrived(event: event.event, effects: [], state: world.state))
      case .effect(let effect): result[result.count - 1].effects.append(effect.effect)
      case .state, .note, .snapshot: break
      }
    }
    return result
  }

  private func compare(
    _ actual: S.Machine.State, _ changes: (inout S.Machine.State) -> Void, _ what: String,
    _ sourceLocation: SourceLocation
  ) {
    var expected = state
    changes(&expected)
    state = actual
    guard expected != actual else { return }
    let values = ValueText(from: now)
    let left = values.lines(expected.value)
    let right = values.lines(actual.value)
    let differing = left.filter { !right.contains($0) }.map { "- \($0)\n" }
    let found = right.filter { !left.contains($0) }.map { "+ \($0)\n" }
    fail(
      "the state is another one after \(what)\n" + differing.joined() + found.joined(),
      sourceLocation)
  }

  private func failUnclaimed(before what: String, _ sourceLocation: SourceLocation) {
    failUnclaimedEffects(before: what, sourceLocation)
    for arrived in waiting {
      fail(
        "\(text(of: arrived.event)) happened and was not received before \(what)", sourceLocation)
    }
    if let last = waiting.last { state = last.state }
    waiting = []
  }

  private func failUnclaimedEffects(before what: String, _ sourceLocation: SourceLocation) {
    for effect in unclaimed {
      fail("\(text(of: effect)) was ordered and not claimed before \(what)", sourceLocation)
    }
    unclaimed = []
  }

  private func text<W: Vocabulary>(of value: W) -> String {
    let fields = ValueText(from: now).summary(value.value)
    return fields.isEmpty ? "\(value.name)" : "\(value.name) {\(fields)}"
  }

  private func fail(_ text: String, _ sourceLocation: SourceLocation) {
    Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
  }
}
