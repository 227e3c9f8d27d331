import EventSourcing
import Rules
import Simulation
import SpecFormat

/// A run of a scenario's steps, each at the instant that is written or that the run itself decides.
struct StepRun<S: System> {
  private(set) var run: Run<S>
  /// The steps reached so far, at the times at which they were.
  private(set) var reached: [Step] = []
  /// The step at which the run ended early; `nil` while all were reached.
  private(set) var unreached: UnreachedStep?

  private let scenario: Scenario
  /// The record that the next step waits for.
  private var awaited: AwaitedRecord?
  private var zero: Instant { scenario.given.clock }

  init(_ scenario: Scenario, from run: Run<S>) {
    self.scenario = scenario
    self.run = run
    awaited = scenario.steps.first?.trigger.map { AwaitedRecord($0, since: scenario.given.clock) }
  }

  /// Runs what comes before a step.
  ///
  /// - Returns: The step at its time; `nil` where the run stops before it.
  mutating func reach(_ index: Int) -> Step? {
    var step = scenario.steps[index]
    guard let at = instant(of: index) else { return nil }
    step.time.at = at - zero
    step.event?.at = at
    reached.append(step)
    let last = step.trigger == nil ? nil : awaited?.found?.seq
    let next = index + 1 < scenario.steps.count ? scenario.steps[index + 1].trigger : nil
    awaited = next.map { AwaitedRecord($0, since: at, after: last ?? 0) }
    if step.isAtOnce { return step }
    if step.event == nil { advance(to: at) } else { run.advance(toInputAt: at) }
    return step
  }

  /// Lets the input of the step reached last happen, and runs what it leads to at its instant.
  mutating func happen(_ input: Input<S.Machine.Event>) {
    awaited?.look(from: run.log.nextSeq)
    run.begin(input)
    advance(to: input.at)
  }

  /// Writes a note into the log.
  mutating func note(_ text: String, party: String) { run.note(text, party: party) }

  /// Runs everything up to the end.
  mutating func finish(at end: Instant) { run.advance(to: end) }

  /// Runs an instant to its end, or until the next step interrupts it.
  private mutating func advance(to instant: Instant) {
    guard let awaited, awaited.trigger.delay == nil else { return run.advance(to: instant) }
    if !awaited.isFound(in: run.log) {
      _ = run.advance(to: instant) { awaited.isFound(in: $0) }
    }
  }

  /// The instant of a step, which may be that of a record that is waited for.
  private mutating func instant(of index: Int) -> Instant? {
    let step = scenario.steps[index]
    guard step.isOpen else { return zero + step.time.at }
    let next = scenario.steps[index...].first { !$0.isOpen }?.time ?? scenario.runUntil
    let end = next.map { zero + $0.at } ?? run.now
    var missed = UnreachedStep(step: step, next: next, since: run.now, end: end)
    let at: Instant
    if let trigger = step.trigger, let awaited {
      missed.since = awaited.since
      if !awaited.isFound(in: run.log) {
        _ = run.advance(to: end) { awaited.isFound(in: $0) }
      }
      guard let found = awaited.found else {
        missed.seen = awaited.seen
        unreached = missed
        return nil
      }
      at = found.at + (trigger.delay ?? .zero)
    } else {
      let written = step.time.at - scenario.steps[index - 1].time.at
      at = zero + (reached.last?.time.at ?? .zero) + written
    }
    guard at <= end else {
      missed.at = at
      unreached = missed
      return nil
    }
    return at
  }
}

extension Step {
  /// Whether it happens at once when a record is seen, before anything else of that instant.
  fileprivate var isAtOnce: Bool { trigger.map { $0.delay == nil } ?? false }
}

/// A step that a run did not come to.
struct UnreachedStep: Sendable {
  var step: Step
  /// The step or the end of the run that came first; `nil` where the scenario has neither.
  var next: PlacedTime?
  /// The instants between which its record was looked for.
  var since: Instant
  var end: Instant
  /// The number of records that fit.
  var seen: Int64 = 0
  /// When it would have happened; `nil` where its record did not come.
  var at: Instant?

  /// The party whose record it waits for.
  var party: String { step.trigger?.party ?? step.party }
}

/// The record that a step waits for, looked for while a run goes on.
private final class AwaitedRecord {
  let trigger: Trigger
  /// The instant from which on records count.
  let since: Instant
  /// The number of records that fit.
  private(set) var seen: Int64 = 0
  private(set) var found: (seq: Int64, at: Instant)?
  private var next: Int64

  init(_ trigger: Trigger, since: Instant, after seq: Int64 = 0) {
    self.trigger = trigger
    self.since = since
    next = seq + 1
  }

  /// Looks only at records from a number on.
  func look(from seq: Int64) { next = max(next, seq) }

  /// Looks at the records that came since the last time.
  ///
  /// - Returns: Whether the record that is waited for is among them, or was before.
  func isFound<Event, Effect>(in log: EventLog<Event, Effect>) -> Bool {
    while found == nil, let record = log[next] {
      next += 1
      guard record.at >= since, trigger.party.map({ $0 == record.party }) ?? true,
        let name = record.name, trigger.pattern.picks(record, called: name)
      else { continue }
      seen += 1
      if seen == trigger.nth { found = (record.seq, record.at) }
    }
    return found != nil
  }
}
