import Diagnostics
import EventSourcing
import Rules
import Simulation
import SpecFormat

/// A run of a scenario's steps, each at the instant that is written or that the run itself decides.
struct StepRun<S: System> {
  private(set) var run: Run<S>
  /// The step at which the run ended early; `nil` while all were reached.
  private(set) var unreached: UnreachedStep?

  /// The values kept so far.
  private(set) var kept: [String: Value] = [:]

  private let values: ScenarioValues<S>
  private let zero: Instant
  /// The steps, those reached at the times at which they were.
  private var steps: [Step]
  private var reachedCount = 0
  private var inputs: [Input<S.Machine.Event>?]
  /// The record that the next step waits for.
  private var awaited: AwaitedRecord?
  /// The reason why it cannot wait for that with the values kept so far.
  private var obstacle: Diagnostic?

  init(_ values: ScenarioValues<S>, from run: Run<S>) {
    self.values = values
    self.run = run
    zero = values.scenario.given.clock
    steps = values.scenario.steps
    inputs = values.inputs
    look(forStep: 0, since: zero, after: 0)
  }

  /// The steps reached so far, at the times at which they were.
  var reached: [Step] { reachedCount == steps.count ? steps : Array(steps.prefix(reachedCount)) }

  /// Runs what comes before a step.
  ///
  /// - Returns: The step at its time, with its input; `nil` where the run stops before it.
  mutating func reach(_ index: Int) -> (step: Step, input: Input<S.Machine.Event>?)? {
    if let obstacle {
      stop(before: steps[index], obstacle)
      return nil
    }
    guard let at = instant(of: index), keep(index), fill(index) else { return nil }
    // Any other step has the time that is written.
    if steps[index].isOpen {
      steps[index].time.at = at - zero
      steps[index].event?.at = at
      inputs[index]?.at = at
    }
    reachedCount = index + 1
    let step = steps[index]
    look(forStep: index + 1, since: at, after: step.trigger == nil ? 0 : awaited?.found?.seq ?? 0)
    if !step.isAtOnce {
      if step.event == nil { advance(to: at) } else { run.advance(toInputAt: at) }
    }
    return (step, inputs[index])
  }

  /// Looks from now on for the record that a step waits for, if it waits for one.
  private mutating func look(forStep index: Int, since instant: Instant, after seq: Int64) {
    awaited = nil
    guard index < steps.count, steps[index].trigger != nil else { return }
    let (trigger, findings) = values.scenario.trigger(of: steps[index], with: kept)
    steps[index].trigger = trigger
    obstacle = findings.first
    awaited = steps[index].trigger.map { AwaitedRecord($0, since: instant, after: seq) }
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
    guard steps[index].isOpen else { return zero + steps[index].time.at }
    let step = steps[index]
    let next = steps[index...].first { !$0.isOpen }?.time ?? values.scenario.runUntil
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
      let written = values.scenario.steps
      at = zero + steps[index - 1].time.at + (step.time.at - written[index - 1].time.at)
    }
    guard at <= end else {
      missed.at = at
      unreached = missed
      return nil
    }
    return at
  }

  /// Keeps the values that a step takes from its record.
  ///
  /// - Returns: Whether all of them are there.
  private mutating func keep(_ index: Int) -> Bool {
    guard !steps[index].keeps.isEmpty, let seq = awaited?.found?.seq, let record = run.log[seq]
    else { return true }
    let step = steps[index]
    let fields = record.fields
    for value in step.keeps {
      guard let found = fields?[path: value.path], found != .null else {
        let name = step.trigger?.sought.name ?? ""
        stop(
          before: step,
          Diagnostic(
            .unreachedStep, "\(name) #\(seq) has no '\(value.path)' to keep", at: value.place,
            proposal: "later parts of the scenario use it as $\(value.name)"))
        return false
      }
      kept[value.name] = found
    }
    return true
  }

  /// Puts the kept values into a step that uses some.
  ///
  /// - Returns: Whether it can be performed with them.
  private mutating func fill(_ index: Int) -> Bool {
    guard steps[index].unfilled != nil else { return true }
    let filled = values.filled(steps[index], with: kept)
    steps[index] = filled.step
    inputs[index] = filled.input
    guard let finding = filled.findings.first else { return true }
    stop(before: filled.step, finding)
    return false
  }

  private mutating func stop(before step: Step, _ finding: Diagnostic) {
    unreached = UnreachedStep(
      step: step, next: nil, since: run.now, end: run.now, finding: finding)
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
  /// The instant at which it would have happened; `nil` where its record did not come.
  var at: Instant?
  /// The reason, where its record came and the step cannot be performed.
  var finding: Diagnostic?

  /// The party whose record it waits for.
  var party: String { step.trigger?.party ?? step.party }
}

/// The record that a step waits for, looked for while a run goes on.
final class AwaitedRecord {
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
