import EventSourcing
import Rules
import Simulation

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

  /// Whether its memory holds numbers or texts that events carry. States that differ in them are
  /// then never taken for one, as the memory cannot be renamed with them.
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
  /// To be on the safe side.
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
