import EventSourcing
import Simulation
import Traces

/// A machine that is fed with the events of a trace, as the recorder's was.
struct MachineFold<S: System> {
  private(set) var state = S.Machine.initial
  /// What the last event ordered.
  private(set) var effects = Effects<S.Machine.Effect>()
  /// The parties that had an event, in order of appearance.
  private(set) var parties: [String] = []

  private let config: S.Machine.Config
  private let override: (profile: String, readings: S.Machine.Readings)?
  private var launched: Set<String> = []
  private var known: Set<String> = []

  /// Folds the readings of the header, or those that replace them, before record 1.
  init(_ header: TraceHeader<S.Machine>, _ options: ReplayOptions<S>) {
    config = header.config
    override = options.override
    let readings = options.override ?? (header.profile, header.readings)
    if let event = S.readingsSet(profile: readings.profile, readings.readings) {
      let record = RecordedEvent(seq: 0, at: header.started, event: event)
      S.Machine.reduce(&state, record, into: &effects)
      effects.removeAll()
    }
  }

  /// Folds an event, completed with the header's configuration where it is a first launch.
  mutating func fold(_ record: RecordedEvent<S.Machine.Event>) {
    if parties.last != record.party, known.insert(record.party).inserted {
      parties.append(record.party)
    }
    effects.removeAll()
    if let event = replacement(for: record) {
      let record = RecordedEvent(
        seq: record.seq, at: record.at, party: record.party, cause: record.cause, event: event)
      S.Machine.reduce(&state, record, into: &effects)
    } else {
      S.Machine.reduce(&state, record, into: &effects)
    }
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
  func hash(of party: String, at now: Instant) -> UInt64 {
    viewHash(showing: { walk in S.view(of: party, in: state, at: now, &walk) })
  }

  /// The view of `party` as a tree.
  func view(of party: String, at now: Instant) -> Value {
    var maker = ValueMaker()
    S.view(of: party, in: state, at: now, &maker)
    return .fields(maker.fields)
  }
}
