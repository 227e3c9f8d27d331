import EventSourcing
import Simulation

/// A judge that follows a run record by record: the part of a monitor that a checker calls.
public protocol RunObserver: Hashable, Sendable {
  /// The system whose runs it watches.
  associatedtype S: System

  /// Something that happened.
  typealias Event = RecordedEvent<S.Machine.Event>
  /// Something that was ordered.
  typealias Effect = RecordedEffect<S.Machine.Effect>
  /// All parties as they stand after a step.
  typealias RunWorld = World<S>

  /// Takes an event that it hears.
  mutating func observe(_ event: Event, _ verdicts: inout Verdicts)

  /// Takes an effect that it hears.
  mutating func observe(_ effect: Effect, _ verdicts: inout Verdicts)

  /// Judges what the records of a step show by themselves; `now` is when the step happened.
  mutating func stepEnded(at now: Instant, _ verdicts: inout Verdicts)

  /// Judges what was promised for an instant before `now` and drops it: it is called until
  /// `deadline` no longer lies before `now`.
  mutating func deadlinePassed(at now: Instant, _ verdicts: inout Verdicts)

  /// Takes an event that it hears where the world is known, which stands after the whole step.
  mutating func observe(_ event: Event, in world: RunWorld, _ verdicts: inout Verdicts)

  /// Takes an effect that it hears where the world is known, which stands after the whole step.
  mutating func observe(_ effect: Effect, in world: RunWorld, _ verdicts: inout Verdicts)

  /// Looks at the world after each step of which it heard a record, for claims about states too.
  mutating func stepEnded(in world: RunWorld, _ verdicts: inout Verdicts)

  /// The last instant at which what is promised may still happen; `nil` where nothing is.
  var deadline: Instant? { get }

  /// Judges a world in which every fault has ended and that has come to rest.
  mutating func converge(in world: RunWorld, _ verdicts: inout Verdicts)

  /// Reports at the end of a run what is known only then.
  mutating func end(in world: RunWorld, _ verdicts: inout Verdicts)

  /// The same memory with every instant moved so that `now` becomes zero, and the past clamped to
  /// where it no longer counts: equal for situations that differ only in when they arose.
  func relative(to now: Instant) -> Self
}

extension RunObserver {
  public mutating func observe(_ event: Event, _ verdicts: inout Verdicts) {}
  public mutating func observe(_ effect: Effect, _ verdicts: inout Verdicts) {}
  public mutating func stepEnded(at now: Instant, _ verdicts: inout Verdicts) {}
  public mutating func deadlinePassed(at now: Instant, _ verdicts: inout Verdicts) {}
  public mutating func observe(_ event: Event, in world: RunWorld, _ verdicts: inout Verdicts) {
    observe(event, &verdicts)
  }
  public mutating func observe(_ effect: Effect, in world: RunWorld, _ verdicts: inout Verdicts) {
    observe(effect, &verdicts)
  }
  public mutating func stepEnded(in world: RunWorld, _ verdicts: inout Verdicts) {
    stepEnded(at: world.now, &verdicts)
  }
  public var deadline: Instant? { nil }
  public mutating func converge(in world: RunWorld, _ verdicts: inout Verdicts) {}
  public mutating func end(in world: RunWorld, _ verdicts: inout Verdicts) {}
  public func relative(to now: Instant) -> Self { self }
}
