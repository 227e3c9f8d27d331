import EventSourcing
import Simulation

/// A monitor whose type is known to its subclass alone; checkers share it until one changes it.
///
/// A class and not an existential, which Embedded Swift lacks.
class MonitorBox<S: System> {
  /// A box of its own with the same memory.
  func copy() -> MonitorBox { self }

  func observe(
    _ event: RecordedEvent<S.Machine.Event>, in world: World<S>,
    _ verdicts: inout Verdicts
  ) {}

  func observe(
    _ effect: RecordedEffect<S.Machine.Effect>, in world: World<S>,
    _ verdicts: inout Verdicts
  ) {}

  func stepEnded(in world: World<S>, _ verdicts: inout Verdicts) {}

  var deadline: Instant? { nil }

  func deadlinePassed(
    at now: Instant, in world: World<S>, _ verdicts: inout Verdicts
  ) {}

  func converge(in world: World<S>, _ verdicts: inout Verdicts) {}

  /// Reports at the end of a run what is known only then.
  func end(in world: World<S>, _ verdicts: inout Verdicts) {}

  func relative(to now: Instant) -> MonitorBox { self }

  /// Whether a monitor of the same type remembers the same.
  func remembersSame(as other: MonitorBox) -> Bool { true }

  func hash(into hasher: inout Hasher) {}

  /// A hash of the memory as it is seen at `now`; the same in this process alone.
  func hash(relativeTo now: Instant) -> Int { 0 }
}

// A box is changed by its sole owner alone; what is shared is only read.
extension MonitorBox: @unchecked Sendable {}

/// A box around a monitor.
final class TypedMonitorBox<M: Monitor>: MonitorBox<M.S>, @unchecked Sendable {
  private var monitor: M

  init(_ monitor: M) { self.monitor = monitor }

  override func copy() -> MonitorBox<M.S> { TypedMonitorBox(monitor) }

  override func observe(
    _ event: M.Event, in world: World<M.S>, _ verdicts: inout Verdicts
  ) {
    monitor.observe(event, in: world, &verdicts)
  }

  override func observe(
    _ effect: M.Effect, in world: World<M.S>, _ verdicts: inout Verdicts
  ) {
    monitor.observe(effect, in: world, &verdicts)
  }

  override func stepEnded(in world: World<M.S>, _ verdicts: inout Verdicts) {
    monitor.stepEnded(in: world, &verdicts)
  }

  override var deadline: Instant? { monitor.deadline }

  override func deadlinePassed(
    at now: Instant, in world: World<M.S>, _ verdicts: inout Verdicts
  ) {
    monitor.deadlinePassed(at: now, in: world, &verdicts)
  }

  override func converge(in world: World<M.S>, _ verdicts: inout Verdicts) {
    monitor.converge(in: world, &verdicts)
  }

  override func relative(to now: Instant) -> MonitorBox<M.S> {
    TypedMonitorBox(monitor.relative(to: now))
  }

  override func remembersSame(as other: MonitorBox<M.S>) -> Bool {
    // Boxes are compared at the same place of two checkers with the same properties.
    self === other || monitor == unsafeDowncast(other, to: TypedMonitorBox<M>.self).monitor
  }

  override func hash(into hasher: inout Hasher) { hasher.combine(monitor) }

  override func hash(relativeTo now: Instant) -> Int { monitor.relative(to: now).hashValue }
}
