import EventSourcing
import Simulation

/// A system whose runs are searched: the claims about all of them, and what a search may draw
/// beside the events of the vocabulary.
///
/// A machine without any of it conforms by an empty extension; YAML rules still make properties of
/// it.
public protocol SearchableSystem: System {
  /// The properties that are claimed of every run; several may share one monitor.
  static var properties: [Property<Self>] { get }

  /// The comparisons that are claimed of a finished run with others made from it.
  static var comparisons: [Comparison<Self>] { get }

  /// Returns the inputs that end every fault and open the app on every device, in order, at the
  /// instant that `world` has reached: network and servers back, launches, foregrounding.
  static func healing(of world: World<Self>) -> [Input<Machine.Event>]

  /// The longest time that a healed world needs to come to rest: the longest wait that may still
  /// delay anything, with the time to send it and to see its consequences.
  static var restTime: TimeSpan { get }

  /// The alphabet of an exhaustive search where no other is asked for.
  static var alphabet: Alphabet<Machine.Event, Reply> { get }

  /// The meaning of the numbers in fields of the vocabulary and the state view for a search.
  static var numberFields: [NumberField] { get }

  /// The names of the parts of the machine's state that stand for its backends: where the search
  /// answers every request itself, they decide nothing.
  static var backendParts: [StaticString] { get }

  /// The largest number of devices in a run of a search, unless another one is asked for.
  static var searchedDevices: Int { get }

  /// The configurations that a run may draw for a device, the default first.
  static var searchedConfigs: [Machine.Config] { get }

  /// The profiles and readings that a run may draw, the default first.
  static var searchedReadings: [Profile<Machine.Readings>] { get }

  /// The values from which the fields of events are drawn.
  static var searchedPools: InventorPools { get }

  /// Whether a run may draw an event like this one. In a simulated world nothing is drawn that a
  /// backend or the network brings about, such as a token.
  static func isSearched(_ event: Machine.Event, isSimulated: Bool) -> Bool

  /// Whether it makes sense that `event` happens to `party` in `state`: a parcel, for example, is
  /// handed over only by the courier who has it. Random runs draw something else in place of an
  /// event that makes no sense, except for one run in four, so that misuse stays tested.
  static func makesSense(
    _ event: Machine.Event, for party: String, in state: Machine.State
  ) -> Bool

  /// The weight with which random runs draw events of this name, in comparison with the others.
  static func weight(of event: Machine.Event.Name) -> Int64
}

extension SearchableSystem {
  public static var properties: [Property<Self>] { [] }
  public static var comparisons: [Comparison<Self>] { Comparison.ofHarness }
  public static func healing(of world: World<Self>) -> [Input<Machine.Event>] { [] }
  public static var restTime: TimeSpan { .days(1) + .minutes(2) }
  /// The alphabet with one sample of every event that comes from outside.
  public static var alphabet: Alphabet<Machine.Event, Reply> { sampleAlphabet }
  /// No fields: all numbers count as they are.
  public static var numberFields: [NumberField] { [] }
  /// No parts: the machine has no backends of its own.
  public static var backendParts: [StaticString] { [] }
  /// One device: most machines know no other.
  public static var searchedDevices: Int { 1 }
  public static var searchedConfigs: [Machine.Config] { [defaultConfig] }
  public static var searchedReadings: [Profile<Machine.Readings>] { profiles }
  public static var searchedPools: InventorPools { .plausible }
  public static func isSearched(_ event: Machine.Event, isSimulated: Bool) -> Bool { true }
  public static func makesSense(
    _ event: Machine.Event, for party: String, in state: Machine.State
  ) -> Bool { true }
  public static func weight(of event: Machine.Event.Name) -> Int64 { 1 }
}
