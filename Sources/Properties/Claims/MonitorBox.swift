import EventSourcing
import Simulation

/// The memory of one monitor; checkers share it until one changes it.
///
/// Its type is known to the `MonitorCalls` of its group alone. A class and not an existential,
/// which Embedded Swift lacks.
class MonitorBox {
  fileprivate init() {}
}

// A box is changed by its sole owner alone; what is shared is only read.
extension MonitorBox: @unchecked Sendable {}

private final class TypedBox<Memory>: MonitorBox, @unchecked Sendable {
  // Changed by the one checker that holds it, a call at a time.
  @exclusivity(unchecked) var memory: Memory

  init(_ memory: Memory) { self.memory = memory }
}

/// The calls by a checker to the monitors of one group.
///
/// These are closures that are made where the type of the monitors is known. The methods of a
/// generic class are not specialised: they copied a whole monitor to ask for its deadline.
final class MonitorCalls<S: System>: Sendable {
  typealias Box = MonitorBox

  let copy: @Sendable (Box) -> Box
  let observeEvent:
    @Sendable (Box, RecordedEvent<S.Machine.Event>, World<S>, inout Verdicts) -> Void
  let observeEffect:
    @Sendable (Box, RecordedEffect<S.Machine.Effect>, World<S>, inout Verdicts) -> Void
  let stepEnded: @Sendable (Box, World<S>, inout Verdicts) -> Void
  /// The same of records of which the world is not known.
  let hearEvent: @Sendable (Box, RecordedEvent<S.Machine.Event>, inout Verdicts) -> Void
  let hearEffect: @Sendable (Box, RecordedEffect<S.Machine.Effect>, inout Verdicts) -> Void
  let endStep: @Sendable (Box, Instant, inout Verdicts) -> Void
  let deadline: @Sendable (Box) -> Instant?
  let deadlinePassed: @Sendable (Box, Instant, inout Verdicts) -> Void
  let converge: @Sendable (Box, World<S>, inout Verdicts) -> Void
  let end: @Sendable (Box, World<S>, inout Verdicts) -> Void
  let relative: @Sendable (Box, Instant) -> Box
  /// Whether two boxes of the group remember the same.
  let isSame: @Sendable (Box, Box) -> Bool
  let hash: @Sendable (Box, inout Hasher) -> Void
  /// A hash of the memory as it is seen at an instant; the same in this process alone.
  let relativeHash: @Sendable (Box, Instant) -> Int

  init<Observer: RunObserver>(_ observer: Observer.Type) where Observer.S == S {
    typealias Typed = TypedBox<Observer>
    copy = { Typed(unsafeDowncast($0, to: Typed.self).memory) }
    observeEvent = { unsafeDowncast($0, to: Typed.self).memory.observe($1, in: $2, &$3) }
    observeEffect = { unsafeDowncast($0, to: Typed.self).memory.observe($1, in: $2, &$3) }
    stepEnded = { unsafeDowncast($0, to: Typed.self).memory.stepEnded(in: $1, &$2) }
    hearEvent = { unsafeDowncast($0, to: Typed.self).memory.observe($1, &$2) }
    hearEffect = { unsafeDowncast($0, to: Typed.self).memory.observe($1, &$2) }
    endStep = { unsafeDowncast($0, to: Typed.self).memory.stepEnded(at: $1, &$2) }
    deadline = { unsafeDowncast($0, to: Typed.self).memory.deadline }
    deadlinePassed = {
      unsafeDowncast($0, to: Typed.self).memory.deadlinePassed(at: $1, &$2)
    }
    converge = { unsafeDowncast($0, to: Typed.self).memory.converge(in: $1, &$2) }
    end = { unsafeDowncast($0, to: Typed.self).memory.end(in: $1, &$2) }
    relative = { Typed(unsafeDowncast($0, to: Typed.self).memory.relative(to: $1)) }
    isSame = {
      $0 === $1
        || unsafeDowncast($0, to: Typed.self).memory == unsafeDowncast($1, to: Typed.self).memory
    }
    hash = { $1.combine(unsafeDowncast($0, to: Typed.self).memory) }
    relativeHash = { unsafeDowncast($0, to: Typed.self).memory.relative(to: $1).hashValue }
  }

  /// Puts a monitor's first memory where checkers can share it.
  static func box(_ observer: some RunObserver) -> Box { TypedBox(observer) }
}
