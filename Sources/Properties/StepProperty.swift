import EventSourcing
import Rules
import Simulation

/// What one event has come to: what a claim about single steps looks at.
public struct Step<S: System>: Sendable {
  /// What happened, with its time and its party.
  public let event: RecordedEvent<S.Machine.Event>
  /// What was ordered then, in order.
  public let effects: [S.Machine.Effect]
  /// The machine's state afterwards.
  public let state: S.Machine.State
}

extension Property {
  /// A claim about every step by itself, for a machine that needs no more.
  public static func always(
    _ id: String, _ sentence: String, covers: [String] = [],
    holds: @escaping @Sendable (Step<S>) -> Bool
  ) -> Property {
    step(id, sentence, covers, NoFields(), remembersData: false) { _, step in holds(step) }
  }

  /// A claim about every step in the light of those before it, of which `memory` keeps what is
  /// needed; each run begins with a fresh one.
  public static func always<Memory: Hashable & Sendable>(
    _ id: String, _ sentence: String, covers: [String] = [], remembering memory: Memory,
    holds: @escaping @Sendable (inout Memory, Step<S>) -> Bool
  ) -> Property {
    step(id, sentence, covers, memory, remembersData: true, holds)
  }

  private static func step<Memory: Hashable & Sendable>(
    _ id: String, _ sentence: String, _ covers: [String], _ memory: Memory, remembersData: Bool,
    _ holds: @escaping @Sendable (inout Memory, Step<S>) -> Bool
  ) -> Property {
    let group = MonitorGroup<S>(
      scope: .world, events: S.Machine.Event.Name.allCases,
      effects: S.Machine.Effect.Name.allCases, claims: 1, looksAtStates: true,
      keepsDeadlines: false, remembersData: remembersData
    ) { _, _ in StepObserver<S, Memory>(memory: memory, holds: holds) }
    return Property(Claim(id, sentence, covers: covers), number: 0, of: group)
  }
}

/// A monitor that collects what belongs to one event and then asks a closure.
private struct StepObserver<S: System, Memory: Hashable & Sendable>: RunObserver {
  private var memory: Memory
  @Incidental private var holds: @Sendable (inout Memory, Step<S>) -> Bool
  @Incidental private var event: RecordedEvent<S.Machine.Event>?
  @Incidental private var effects: [S.Machine.Effect] = []

  init(memory: Memory, holds: @escaping @Sendable (inout Memory, Step<S>) -> Bool) {
    self.memory = memory
    _holds = Incidental(wrappedValue: holds)
  }

  mutating func observe(
    _ event: RecordedEvent<S.Machine.Event>, in world: World<S>, _ verdicts: inout Verdicts
  ) {
    judge(in: world, &verdicts)
    self.event = event
  }

  mutating func observe(
    _ effect: RecordedEffect<S.Machine.Effect>, in world: World<S>, _ verdicts: inout Verdicts
  ) {
    effects.append(effect.effect)
  }

  mutating func stepEnded(in world: World<S>, _ verdicts: inout Verdicts) {
    judge(in: world, &verdicts)
  }

  private mutating func judge(in world: World<S>, _ verdicts: inout Verdicts) {
    guard let event else { return }
    let step = Step<S>(event: event, effects: effects, state: world.state)
    self.event = nil
    effects = []
    verdicts.met(number: 0)
    if holds(&memory, step) { return }
    verdicts.broken(
      number: 0, by: [Witness(event)], party: event.party,
      because: "it does not hold after \(event.event.name)")
  }
}
