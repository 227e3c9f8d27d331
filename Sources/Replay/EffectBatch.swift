import Diagnostics
import EventSourcing
import Traces

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
  /// Effects recorded in other places than ordered.
  private(set) var differing: [Recorded] = []

  // What every line is compared with; the whole record is looked at for a report only.
  private var seq: Int64 = 0
  private var at = Instant.distantPast
  private var party = ""
  private var line = 0
  private var ordered: [Machine.Effect] = []
  private var agreed = 0

  /// An event orders few effects; more than these are not kept for a report.
  private static var kept: Int { 1_000 }

  /// Effects ordered and not found in their place.
  var unmatched: ArraySlice<Machine.Effect> { ordered.dropFirst(agreed) }
  /// Whether the trace had exactly what was ordered.
  var isComplete: Bool { agreed == ordered.count && differing.isEmpty }
  /// The event as reports show it.
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
    agreed = 0
    differing.removeAll(keepingCapacity: true)
  }

  /// Lets go of the ordered effects, so that their buffer can be used for the next event.
  mutating func end() {
    ordered = []
    agreed = 0
    differing.removeAll(keepingCapacity: true)
  }

  /// Whether `line` records the effect that comes next, as an effect of this event.
  mutating func agrees(
    with line: TraceLine, _ reader: inout TraceReader<Machine>
  ) throws(Diagnostic) -> Bool {
    guard differing.isEmpty, agreed < ordered.count, line.at == at,
      line.cause == nil || line.cause == seq, line.party == party,
      try reader.records(ordered[agreed], in: line)
    else { return false }
    agreed += 1
    return true
  }

  /// Keeps a recorded effect that did not agree.
  mutating func differ(_ effect: RecordedEffect<Machine.Effect>, line: Int) {
    if differing.count < EffectBatch.kept { differing.append(Recorded(effect: effect, line: line)) }
  }

  /// The difference as a drift; `nil` where a trace that is cut short explains it.
  func drift(in file: String, cutShort: Bool) -> Drift? {
    guard let recorded = differing.first else {
      guard let effect = unmatched.first, let event, !cutShort else { return nil }
      return missing(effect, event, in: file)
    }
    let place = ErasedRecord(recorded.effect, line: recorded.line)
    var drift = Drift(.extra, at: place, in: file, after: event ?? place)
    drift.recorded = place.fields
    guard let expected = unmatched.first else { return drift }
    let actual = recorded.effect.effect
    drift.computed = expected.value
    if expected == actual { return misstamped(drift, recorded) }
    let laterOrdered = unmatched.contains(actual)
    let laterRecorded = differing.contains { $0.effect.effect == expected }
    if laterOrdered && laterRecorded {
      drift.kind = .reordered
      drift.differences = differences(
        recorded: .text(actual.name.description), computed: .text(expected.name.description),
        path: "effect")
    } else if laterOrdered, let event {
      return missing(expected, event, in: file)
    } else if laterRecorded || (actual.name != expected.name && differing.count > unmatched.count) {
      drift.computed = nil
    } else if actual.name != expected.name, differing.count < unmatched.count, let event {
      return missing(expected, event, in: file)
    } else {
      drift.kind = .altered
      drift.differences =
        differences(
          recorded: .text(actual.name.description), computed: .text(expected.name.description),
          path: "effect")
        + differences(recorded: actual.value, computed: expected.value)
    }
    return drift
  }

  private func missing(_ effect: Machine.Effect, _ event: ErasedRecord, in file: String) -> Drift {
    var drift = Drift(.missing, at: event, in: file, after: event)
    drift.effect = effect.name.description
    drift.computed = effect.value
    return drift
  }

  /// The right effect with a wrong instant, party or cause.
  private func misstamped(_ drift: Drift, _ recorded: Recorded) -> Drift {
    guard let record else { return drift }
    var drift = drift
    let effect = recorded.effect
    drift.kind = effect.at > record.at ? .late(ErasedRecord(effect, line: recorded.line)) : .altered
    drift.differences =
      differences(recorded: .instant(effect.at), computed: .instant(record.at), path: "at")
      + differences(recorded: .text(effect.party), computed: .text(record.party), path: "party")
      + differences(recorded: .integer(effect.cause), computed: .integer(record.seq), path: "cause")
    return drift
  }
}

extension Drift {
  init(_ kind: Kind, at record: ErasedRecord, in file: String, after event: ErasedRecord) {
    self.init(
      kind: kind, place: Place(file: file, line: record.line ?? 0, column: 1), seq: record.seq,
      at: record.at, party: record.party, event: event, effect: record.name, differences: [])
  }
}
