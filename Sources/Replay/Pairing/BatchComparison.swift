import Diagnostics
import EventSourcing
import Traces

/// One difference between what an event ordered and what the trace has.
struct BatchDifference: Equatable, Sendable {
  /// The way in which both differ.
  enum Kind: Sendable {
    /// Ordered and not recorded.
    case missing
    /// Recorded and not ordered.
    case extra
    /// Recorded with other content than ordered.
    case altered
    /// The right effect with a wrong instant, party or cause.
    case misstamped
    /// Recorded at another place among the effects; the machine orders the other one there.
    case reordered
  }

  let kind: Kind
  /// The place of the recorded effect among those that do not agree; `nil` for a missing one.
  let recorded: Int?
  /// The place of the ordered effect among all of the event; `nil` where none belongs to it.
  let ordered: Int?
}

/// The recorded effects of one event beside those that the machine orders.
struct BatchComparison: Sendable {
  private(set) var differences: [BatchDifference] = []
  /// The number of effects before the first one that differs.
  let agreed: Int
  /// The recorded effects behind those that the machine orders too, with these, by their places.
  private(set) var pairs: [(recorded: Int, ordered: Int)] = []

  /// Compares what `batch` holds; effects may be missing where the trace is cut short behind it.
  init<Machine>(_ batch: EffectBatch<Machine>, cutShort: Bool) {
    agreed = batch.agreed
    let recorded = batch.differing
    let ordered = Array(batch.ordered.dropFirst(agreed))
    let found = EffectPairs(recorded.map { $0.effect.effect }, ordered) {
      batch.isOwn(recorded[$0])
    }
    var missing = found.unpaired(of: ordered.count)[...]
    // The place among the ordered effects up to which the trace has been followed.
    var reached = 0
    for (index, partner) in found.partners.enumerated() {
      guard let partner else {
        add(.extra, index, nil)
        continue
      }
      while let place = missing.first, place < partner.place, partner.relation != .moved {
        missing.removeFirst()
        add(.missing, nil, place)
      }
      pairs.append((index, agreed + partner.place))
      switch partner.relation {
      case .same:
        if !batch.hasStamp(of: recorded[index]) { add(.misstamped, index, partner.place) }
      case .moved:
        let there = reached == partner.place ? partner.place + 1 : reached
        add(.reordered, index, min(there, ordered.count - 1))
      case .altered: add(.altered, index, partner.place)
      }
      if partner.relation != .moved { reached = partner.place + 1 }
    }
    if cutShort || batch.record == nil { return }
    for place in missing { add(.missing, nil, place) }
  }

  private mutating func add(_ kind: BatchDifference.Kind, _ recorded: Int?, _ place: Int?) {
    let ordered: Int? = if let place { agreed + place } else { nil }
    differences.append(BatchDifference(kind: kind, recorded: recorded, ordered: ordered))
  }
}

/// The effects of one event: those that the machine ordered, and what the trace has instead.
///
/// As long as they agree nothing of the trace is kept; from the first difference on the recorded
/// ones are, up to the next event.
struct EffectBatch<Machine: Reducer> {
  /// One recorded effect that is not what was ordered in its place.
  struct Recorded {
    var effect: RecordedEffect<Machine.Effect>
    var line: Int
  }

  /// The event whose effects these are, or the last one.
  private(set) var record: RecordedEvent<Machine.Event>?
  private(set) var line = 0
  /// Effects recorded in other places than ordered.
  private(set) var differing: [Recorded] = []

  // What every line is compared with; the whole record is looked at for a report only.
  private var seq: Int64 = 0
  private var at = Instant.distantPast
  private var party = ""
  private(set) var ordered: [Machine.Effect] = []
  /// The number of recorded effects that agree with the first ones ordered.
  private(set) var agreed = 0

  /// The greatest number of effects of an event that are kept for a report.
  private static var kept: Int { 1_000 }

  /// Whether the trace had exactly what was ordered.
  var isComplete: Bool { agreed == ordered.count && differing.isEmpty }
  var event: ErasedRecord? { record.map { ErasedRecord($0, line: line) } }

  mutating func start(
    _ record: consuming RecordedEvent<Machine.Event>, line: Int, ordered: [Machine.Effect]
  ) {
    seq = record.seq
    at = record.at
    party = record.party
    self.record = consume record
    self.line = line
    self.ordered = ordered
  }

  /// Lets go of the ordered effects, so that their buffer can be used for the next event.
  mutating func end() {
    ordered = []
    agreed = 0
    // Removing nothing would look at the buffer all the same, for each event.
    if !differing.isEmpty { differing.removeAll(keepingCapacity: true) }
  }

  /// Whether `line` records the effect that comes next, as an effect of this event.
  mutating func agrees(
    with line: TraceLine, _ reader: inout TraceReader<Machine>
  ) throws(Diagnostic) -> Bool {
    guard differing.isEmpty, agreed < ordered.count, line.at == at,
      line.cause == nil || line.cause == seq, reader.party == party,
      try reader.records(ordered[agreed], in: line)
    else { return false }
    agreed += 1
    return true
  }

  /// Whether a recorded effect has the instant, the party and the cause that the event gives it.
  func hasStamp(of recorded: Recorded) -> Bool {
    let effect = recorded.effect
    return effect.at == at && effect.party == party && effect.cause == seq
  }

  /// Whether a recorded effect is one of the party of the event.
  fileprivate func isOwn(_ recorded: Recorded) -> Bool { recorded.effect.party == party }

  /// An effect that the event orders, as a record of it, which the trace need not have.
  func record(of effect: Machine.Effect) -> ErasedRecord? {
    record.map { ErasedRecord(effect, of: $0) }
  }

  mutating func differ(_ effect: RecordedEffect<Machine.Effect>, line: Int) {
    if differing.count < EffectBatch.kept { differing.append(Recorded(effect: effect, line: line)) }
  }
}

extension ErasedRecord {
  /// Erases an effect that an event orders, whether or not the trace has a record of it.
  package init<Event: Vocabulary, Effect: Vocabulary>(
    _ effect: Effect, of event: RecordedEvent<Event>, line: Int? = nil
  ) {
    self.init(
      RecordedEffect(
        seq: event.seq, at: event.at, party: event.party, cause: event.seq, effect: effect),
      line: line)
  }
}

/// A difference between the effects recorded behind an event and those that the machine orders.
struct EffectDifference {
  let kind: BatchDifference.Kind
  /// The event; `nil` for effects before the first one.
  let event: ErasedRecord?
  /// The recorded effect; `nil` for a missing one.
  let recorded: ErasedRecord?
  /// The effect that the machine orders; `nil` where it orders none, or not all of it is known.
  let ordered: ErasedRecord?
  /// The fields in which the recorded effect differs from what is known of an ordered one.
  var known: [FieldDifference] = []

  /// Whether the recorded effect is the ordered one but for its cause.
  var isInCauseAlone: Bool {
    kind == .misstamped && recorded?.at == event?.at && recorded?.party == event?.party
  }

  /// The difference with both of its sides; `nil` where no event was folded.
  func drift(in file: String) -> Drift? {
    guard let found = recorded else {
      guard let event, let ordered else { return nil }
      var drift = Drift(.missing, at: event, in: file, after: event)
      drift.effect = ordered.name
      drift.computed = ordered.fields
      return drift
    }
    var drift = Drift(way(of: found), at: found, in: file, after: event ?? found)
    drift.recorded = found.fields
    drift.recordedCause = found.cause
    drift.computed = kind == .misstamped ? found.fields : ordered?.fields
    drift.differences = differences(of: found)
    return drift
  }

  private func way(of found: ErasedRecord) -> Drift.Kind {
    switch kind {
    case .missing: .missing
    case .extra: .extra
    case .altered: .altered
    case .misstamped: event.map { found.at > $0.at } ?? false ? .late(found) : .altered
    case .reordered: .reordered
    }
  }

  private func differences(of found: ErasedRecord) -> [FieldDifference] {
    switch kind {
    case .missing, .extra: return []
    case .altered:
      guard let ordered else { return known }
      // The number of a request is another one where an earlier request is missing or too many.
      let same = ordered.request.map { found.renumbered($0) } ?? found
      return Replay.differences(recorded: same.fields, computed: ordered.fields)
    case .reordered:
      return Replay.differences(
        recorded: .text(found.name), computed: ordered.map { .text($0.name) }, path: "effect")
    case .misstamped:
      guard let event else { return [] }
      return Replay.differences(
        recorded: .instant(found.at), computed: .instant(event.at), path: "at")
        + Replay.differences(
          recorded: .text(found.party), computed: .text(event.party), path: "party")
        + Replay.differences(
          recorded: found.cause.map { .integer($0) }, computed: .integer(event.seq), path: "cause")
    }
  }
}

extension Drift {
  init(_ kind: Kind, at record: ErasedRecord, in file: String, after event: ErasedRecord) {
    self.init(
      kind: kind, place: Place(file: file, line: record.line ?? 0, column: 1), seq: record.seq,
      at: record.at, party: record.party, event: event, effect: record.name, differences: [])
  }
}

extension AnyTraceWalk {
  /// The differences between the recorded and the ordered effects of the last event, once all of
  /// them have been seen, in the order of the trace.
  package func drifts(in file: String) -> [Drift] {
    differences().compactMap { $0.drift(in: file) }
  }
}
