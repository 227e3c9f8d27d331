import EventSourcing
import Simulation
import Traces

/// A machine that is fed with the events of a trace, as the recorder's was: the one fold of replay,
/// of recordings in specs and of the hashes that a written trace ends with.
public struct MachineFold<S: System> {
  /// The state after the last event.
  public private(set) var state = S.Machine.initial
  /// What the last event ordered.
  public private(set) var effects = Effects<S.Machine.Effect>()
  /// The parties that had an event, in order of appearance.
  public private(set) var parties: [String] = []

  private let config: S.Machine.Config
  private let override: (profile: String, readings: S.Machine.Readings)?
  private var launched: Set<String> = []
  private var known: Set<String> = []

  /// Folds the readings of the header, or those that replace them, before record 1.
  public init(
    _ header: TraceHeader<S.Machine>,
    override: (profile: String, readings: S.Machine.Readings)? = nil
  ) {
    config = header.config
    self.override = override
    let readings = override ?? (header.profile, header.readings)
    if let event = S.readingsSet(profile: readings.profile, readings.readings) {
      let record = RecordedEvent(seq: 0, at: header.started, event: event)
      S.Machine.reduce(&state, record, into: &effects)
      effects.removeAll()
    }
  }

  /// Folds an event, completed with the header's configuration where it is a first launch, and
  /// with the readings that replace those of a `readings_set`.
  public mutating func fold(_ record: RecordedEvent<S.Machine.Event>) {
    enter(record.party)
    effects.removeAll()
    if let event = replacement(for: record) {
      S.Machine.reduce(&state, MachineFold.copy(of: record, with: event), into: &effects)
    } else {
      S.Machine.reduce(&state, record, into: &effects)
    }
  }

  /// Folds an event and returns it as the machine saw it.
  public mutating func folded(
    _ record: RecordedEvent<S.Machine.Event>
  ) -> RecordedEvent<S.Machine.Event> {
    enter(record.party)
    effects.removeAll()
    let event = replacement(for: record)
    let seen = event.map { MachineFold.copy(of: record, with: $0) } ?? record
    S.Machine.reduce(&state, seen, into: &effects)
    return seen
  }

  private mutating func enter(_ party: String) {
    if parties.last != party, known.insert(party).inserted { parties.append(party) }
  }

  private static func copy(
    of record: RecordedEvent<S.Machine.Event>, with event: S.Machine.Event
  ) -> RecordedEvent<S.Machine.Event> {
    RecordedEvent(
      seq: record.seq, at: record.at, party: record.party, cause: record.cause, event: event)
  }

  /// The event that is folded in place of the recorded one; `nil` for most.
  private mutating func replacement(
    for record: RecordedEvent<S.Machine.Event>
  ) -> S.Machine.Event? {
    switch S.role(of: record.event) {
    case .harness:
      guard let override else { return nil }
      return S.readingsSet(profile: override.profile, override.readings)
    case .processStart:
      return S.complete(
        record.event, device: S.standardDevice(named: record.party), config: config,
        first: launched.insert(record.party).inserted)
    case .outside, .processEnd, .inside, .backend, .backendDevice, .network:
      return nil
    }
  }

  /// The hash that a `state` record of `party` holds at `now`.
  public func hash(of party: String, at now: Instant) -> UInt64 {
    viewHash(showing: { walk in S.view(of: party, in: state, at: now, &walk) })
  }

  /// The view of `party` as a tree.
  public func view(of party: String, at now: Instant) -> Value {
    var maker = ValueMaker()
    S.view(of: party, in: state, at: now, &maker)
    return .fields(maker.fields)
  }
}
