import EventSourcing
import Rules
import Simulation

/// An event with its effects and the states around it, for claims about single steps.
public struct MachineStep<S: System>: Sendable {
  /// The event, with its time and its party.
  public let event: RecordedEvent<S.Machine.Event>
  /// The effects that were ordered then, in order.
  public let effects: [S.Machine.Effect]
  /// The machine's state afterwards.
  public let state: S.Machine.State
}

/// The answer of a claim to one step.
public enum StepVerdict: Hashable, Sendable {
  /// The claim is not about the step, which does not put it to the test.
  case notConcerned
  /// The step keeps the claim.
  case holds
  /// The step breaks the claim, with the reason in a few words.
  case broken(String)

  /// Keeps the claim where `condition` holds; otherwise it is broken for `reason`.
  public static func check(
    _ condition: Bool, _ reason: @autoclosure () -> String
  ) -> StepVerdict {
    condition ? .holds : .broken(reason())
  }
}

extension Property {
  /// A claim about each single step that `concerns` picks, for a machine that needs no more.
  ///
  /// Only those steps put the claim to the test: a search names a claim that none of its steps
  /// concerned.
  public static func always(
    _ id: String, _ sentence: String, covers: [String] = [],
    when concerns: @escaping @Sendable (MachineStep<S>) -> Bool = { _ in true },
    holds: @escaping @Sendable (MachineStep<S>) -> Bool
  ) -> Property {
    always(id, sentence, covers: covers) { step in
      concerns(step) ? .check(holds(step), notHolding(step)) : .notConcerned
    }
  }

  /// A claim about every step by itself, which says whether the step concerns it and why it is
  /// broken.
  public static func always(
    _ id: String, _ sentence: String, covers: [String] = [],
    judge: @escaping @Sendable (MachineStep<S>) -> StepVerdict
  ) -> Property {
    property(id, sentence, covers, .always, .world, remembersData: false) {
      Invariant<S, NoFields>(memory: NoFields()) { _, step in judge(step) }
    }
  }

  /// A claim about every step in view of those before it. `memory` keeps what is needed from them;
  /// each run begins with a fresh one.
  public static func always<Memory: Hashable & Sendable>(
    _ id: String, _ sentence: String, covers: [String] = [], remembering memory: Memory,
    holds: @escaping @Sendable (inout Memory, MachineStep<S>) -> Bool
  ) -> Property {
    always(id, sentence, covers: covers, remembering: memory) { memory, step in
      .check(holds(&memory, step), notHolding(step))
    }
  }

  /// A claim about every step in view of those before it, which says whether the step concerns it
  /// and why it is broken.
  public static func always<Memory: Hashable & Sendable>(
    _ id: String, _ sentence: String, covers: [String] = [], remembering memory: Memory,
    judge: @escaping @Sendable (inout Memory, MachineStep<S>) -> StepVerdict
  ) -> Property {
    property(id, sentence, covers, .always, .world, remembersData: true) {
      Invariant<S, Memory>(memory: memory, judge: judge)
    }
  }

  /// A promise with a time limit: after each step of a device that `concerns` picks, one that
  /// `keeps` picks comes within `span`, its last instant included. The same step may do both.
  ///
  /// A step that `waives` picks, such as the end of the process, ends what is promised until then.
  public static func within(
    _ span: TimeSpan, _ id: String, _ sentence: String, covers: [String] = [],
    unless waives: @escaping @Sendable (MachineStep<S>) -> Bool = { _ in false },
    when concerns: @escaping @Sendable (MachineStep<S>) -> Bool,
    then keeps: @escaping @Sendable (MachineStep<S>) -> Bool
  ) -> Property {
    property(id, sentence, covers, .eventually, .eachDevice, remembersData: false) {
      Promise<S>(span: span, concerns: concerns, keeps: keeps, waives: waives)
    }
  }

  /// A promise without a time limit: after each step of a device that `concerns` picks, one that
  /// `keeps` picks has come once every fault has ended and the world has come to rest.
  ///
  /// A step that `waives` picks ends what is promised until then.
  public static func eventually(
    _ id: String, _ sentence: String, covers: [String] = [],
    unless waives: @escaping @Sendable (MachineStep<S>) -> Bool = { _ in false },
    when concerns: @escaping @Sendable (MachineStep<S>) -> Bool,
    then keeps: @escaping @Sendable (MachineStep<S>) -> Bool
  ) -> Property {
    property(id, sentence, covers, .convergence, .eachDevice, remembersData: false) {
      Promise<S>(span: nil, concerns: concerns, keeps: keeps, waives: waives)
    }
  }

  private static func property<Observer: StepObserver>(
    _ id: String, _ sentence: String, _ covers: [String], _ kind: PropertyClaim.Kind,
    _ scope: MonitorScope, remembersData: Bool, _ observer: @escaping @Sendable () -> Observer
  ) -> Property where Observer.S == S {
    let group = MonitorGroup<S>(
      scope: scope, events: S.Machine.Event.Name.allCases,
      effects: S.Machine.Effect.Name.allCases, claims: 1, looksAtStates: true,
      keepsDeadlines: kind == .eventually, remembersData: remembersData
    ) { _, _ in observer() }
    return Property(PropertyClaim(id, sentence, covers: covers, kind: kind), number: 0, of: group)
  }

  private static func notHolding(_ step: MachineStep<S>) -> String {
    "it does not hold after \(step.event.event.name)"
  }
}

/// A monitor that collects what belongs to one event and then judges it.
private protocol StepObserver: RunObserver {
  /// The event of the step that goes on, and the effects that came with it so far.
  var event: Event? { get set }
  var effects: [S.Machine.Effect] { get set }

  mutating func judge(_ step: MachineStep<S>, _ verdicts: inout Verdicts)
}

extension StepObserver {
  mutating func observe(_ event: Event, in world: RunWorld, _ verdicts: inout Verdicts) {
    stepEnded(in: world, &verdicts)
    self.event = event
  }

  mutating func observe(_ effect: Effect, in world: RunWorld, _ verdicts: inout Verdicts) {
    effects.append(effect.effect)
  }

  mutating func stepEnded(in world: RunWorld, _ verdicts: inout Verdicts) {
    guard let event else { return }
    let step = MachineStep<S>(event: event, effects: effects, state: world.state)
    self.event = nil
    effects = []
    judge(step, &verdicts)
  }
}

/// A claim that holds of every step that it is about.
private struct Invariant<S: System, Memory: Hashable & Sendable>: StepObserver {
  var memory: Memory
  @Incidental var judge: @Sendable (inout Memory, MachineStep<S>) -> StepVerdict
  @Incidental var event: Event?
  @Incidental var effects: [S.Machine.Effect] = []

  mutating func judge(_ step: MachineStep<S>, _ verdicts: inout Verdicts) {
    let verdict = judge(&memory, step)
    if verdict != .notConcerned { verdicts.met(number: 0) }
    guard case .broken(let reason) = verdict else { return }
    verdicts.broken(
      number: 0, by: [Witness(step.event)], party: step.event.party, because: reason)
  }
}

/// A claim that something comes after each step that it is about.
private struct Promise<S: System>: StepObserver {
  /// The instant at which the oldest open promise is overdue; the last of all without a limit.
  var due: Instant?
  /// The event that it was given with.
  @Incidental var given: RecordedEvent<S.Machine.Event>?
  @Incidental var span: TimeSpan?
  @Incidental var concerns: @Sendable (MachineStep<S>) -> Bool
  @Incidental var keeps: @Sendable (MachineStep<S>) -> Bool
  @Incidental var waives: @Sendable (MachineStep<S>) -> Bool
  @Incidental var event: Event?
  @Incidental var effects: [S.Machine.Effect] = []

  mutating func judge(_ step: MachineStep<S>, _ verdicts: inout Verdicts) {
    let isConcerned = concerns(step)
    if isConcerned { verdicts.met(number: 0) }
    if keeps(step) || waives(step) {
      due = nil
    } else if isConcerned, due == nil {
      due = span.map { step.event.at + $0 } ?? .distantFuture
      given = step.event
    }
  }

  var deadline: Instant? { span == nil ? nil : due }

  mutating func deadlinePassed(at now: Instant, _ verdicts: inout Verdicts) {
    endPromise(&verdicts)
  }

  mutating func converge(in world: World<S>, _ verdicts: inout Verdicts) {
    if span == nil { endPromise(&verdicts) }
  }

  /// Reports what is promised as broken.
  private mutating func endPromise(_ verdicts: inout Verdicts) {
    guard due != nil, let given else { return }
    due = nil
    let limit = span.map { " within \($0.text)" } ?? ", and everything has come to rest"
    verdicts.broken(
      number: 0, by: [Witness(given)], party: given.party,
      because: "what \(given.event.name) calls for did not come\(limit)")
  }

  func relative(to now: Instant) -> Promise {
    guard let due, due != .distantFuture else { return self }
    var copy = self
    copy.due = due.relative(to: now, within: .zero)
    return copy
  }
}
