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

  /// Looks at the world after each step with a record that it hears, for claims about states too.
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

/// The claims of a monitor, numbered from 0, so that a finding is filed by number and not by name.
public protocol ClaimList: RawRepresentable, CaseIterable, Sendable
where RawValue == Int, AllCases == [Self] {
  /// The claim of the case.
  var claim: PropertyClaim { get }
}

/// Holds a run against the claims that need the same memory, record by record.
///
/// A monitor is a value: an exhaustive search copies and compares it with the world. What serves a
/// message alone, such as the number of a record, belongs in an `@Incidental` field. Work and
/// memory per record are bounded, and nothing is built before a claim is broken.
public protocol Monitor: RunObserver {
  /// The claims that it judges.
  associatedtype Claims: ClaimList

  /// The parties whose records it hears.
  static var scope: MonitorScope { get }
  /// The events that it hears.
  static var events: [S.Machine.Event.Name] { get }
  /// The effects that it hears.
  static var effects: [S.Machine.Effect.Name] { get }
  /// Whether `stepEnded` does anything.
  static var looksAtStates: Bool { get }
  /// Whether `deadline` is ever set.
  static var keepsDeadlines: Bool { get }

  /// Whether its memory holds numbers or texts that events carry. If so, states that differ in them
  /// never count as one, because the memory cannot be renamed with them.
  static var remembersData: Bool { get }

  /// Begins a run: for the device at `place` of the setting, or for all parties, where it is 0.
  /// `nil` where the claims say nothing under the setting.
  init?(_ setting: RunSetting<S>, device place: Int)
}

/// The parties whose records a monitor hears.
public enum MonitorScope: Sendable {
  /// There is a monitor for each device, which hears its records alone.
  case eachDevice
  /// There is one monitor, which hears all parties, backends included.
  case world
}

extension Monitor {
  public static var scope: MonitorScope { .eachDevice }
  public static var events: [S.Machine.Event.Name] { [] }
  public static var effects: [S.Machine.Effect.Name] { [] }
  public static var looksAtStates: Bool { false }
  public static var keepsDeadlines: Bool { false }
  /// Whether its memory holds data: `true`, which is safe for every monitor.
  public static var remembersData: Bool { true }

  /// A property for each claim; in a run they share one monitor.
  public static var properties: [Property<S>] {
    let group = MonitorGroup(Self.self)
    return Claims.allCases.map { Property($0.claim, number: $0.rawValue, of: group) }
  }
}

extension Instant {
  /// The instant as seen from `now`, which becomes zero; what lies further back than `span` is
  /// moved there.
  public func relative(to now: Instant, within span: TimeSpan) -> Instant {
    Instant(milliseconds: max((self - now).milliseconds, -span.milliseconds))
  }
}

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
  /// The same calls for records whose world is not known.
  let hearEvent: @Sendable (Box, RecordedEvent<S.Machine.Event>, inout Verdicts) -> Void
  let hearEffect: @Sendable (Box, RecordedEffect<S.Machine.Effect>, inout Verdicts) -> Void
  let endStep: @Sendable (Box, Instant, inout Verdicts) -> Void
  let deadline: @Sendable (Box) -> Instant?
  let deadlinePassed: @Sendable (Box, Instant, inout Verdicts) -> Void
  let converge: @Sendable (Box, World<S>, inout Verdicts) -> Void
  let end: @Sendable (Box, World<S>, inout Verdicts) -> Void
  /// A hash of the memory; the same in this process alone.
  let exactHash: @Sendable (Box) -> Int
  /// The same of the memory as it is seen at an instant.
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
    exactHash = { unsafeDowncast($0, to: Typed.self).memory.hashValue }
    relativeHash = { unsafeDowncast($0, to: Typed.self).memory.relative(to: $1).hashValue }
  }

  /// Puts a monitor's first memory where checkers can share it.
  static func box(_ observer: some RunObserver) -> Box { TypedBox(observer) }
}
