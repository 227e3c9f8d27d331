import Diagnostics
import EventSourcing
import Traces

extension BatchDifference {
  /// The signature of the difference after `event`.
  func signature(after event: RecordedEvent<Machine.Event>?) -> DriftSignature {
    let name = event?.event.name.description ?? "start"
    switch self {
    case .missing(let effect, _):
      return DriftSignature(event: name, effect: effect.name.description, kind: .missing)
    case .extra(let recorded):
      return DriftSignature(
        event: name, effect: recorded.effect.effect.name.description, kind: .extra)
    case .reordered(let recorded, _):
      return DriftSignature(
        event: name, effect: recorded.effect.effect.name.description, kind: .reordered)
    case .altered(let recorded, let expected):
      return DriftSignature(
        event: name, effect: recorded.effect.effect.name.description, kind: .altered,
        fields: differences(of: recorded, expected).fields)
    case .misstamped(let recorded):
      return DriftSignature(
        event: name, effect: recorded.effect.effect.name.description, kind: .altered,
        fields: stampDifferences(of: recorded, event).fields)
    }
  }

  /// The record concerned; of a missing effect, the event that orders it.
  func place(in batch: EffectBatch<Machine>) -> (seq: Int64, line: Int) {
    switch self {
    case .missing(_, let event): (event.seq, batch.line)
    case .extra(let recorded), .altered(let recorded, _), .misstamped(let recorded),
      .reordered(let recorded, _):
      (recorded.effect.seq, recorded.line)
    }
  }

  /// The difference with both of its sides.
  func drift(in file: String, _ batch: EffectBatch<Machine>) -> Drift {
    switch self {
    case .missing(let effect, let record):
      let event = ErasedRecord(record, line: batch.line)
      var drift = Drift(.missing, at: event, in: file, after: event)
      drift.effect = effect.name.description
      drift.computed = effect.value
      return drift
    case .extra(let recorded):
      return drift(.extra, recorded, in: file, batch)
    case .altered(let recorded, let expected):
      var drift = drift(.altered, recorded, in: file, batch)
      drift.computed = expected.value
      drift.differences = differences(of: recorded, expected)
      return drift
    case .reordered(let recorded, let expected):
      var drift = drift(.reordered, recorded, in: file, batch)
      drift.computed = expected.value
      drift.differences = nameDifferences(of: recorded, expected)
      return drift
    case .misstamped(let recorded):
      let isLate = batch.record.map { recorded.effect.at > $0.at } ?? false
      let record = ErasedRecord(recorded.effect, line: recorded.line)
      var drift = drift(isLate ? .late(record) : .altered, recorded, in: file, batch)
      drift.computed = recorded.effect.effect.value
      drift.differences = stampDifferences(of: recorded, batch.record)
      return drift
    }
  }

  private func drift(
    _ kind: Drift.Kind, _ recorded: Recorded, in file: String, _ batch: EffectBatch<Machine>
  ) -> Drift {
    let record = ErasedRecord(recorded.effect, line: recorded.line)
    var drift = Drift(kind, at: record, in: file, after: batch.event ?? record)
    drift.recorded = record.fields
    drift.recordedCause = record.cause
    return drift
  }

  private func differences(
    of recorded: Recorded, _ expected: Machine.Effect
  ) -> [FieldDifference] {
    // The number of a request is another one where an earlier request is missing or too many.
    let effect = recorded.effect.effect
    let same = expected.request.map { effect.renumbered($0) } ?? effect
    return Replay.differences(recorded: same.value, computed: expected.value)
  }

  private func nameDifferences(
    of recorded: Recorded, _ expected: Machine.Effect
  ) -> [FieldDifference] {
    Replay.differences(
      recorded: .text(recorded.effect.effect.name.description),
      computed: .text(expected.name.description), path: "effect")
  }

  private func stampDifferences(
    of recorded: Recorded, _ event: RecordedEvent<Machine.Event>?
  ) -> [FieldDifference] {
    guard let event else { return [] }
    let effect = recorded.effect
    return Replay.differences(
      recorded: .instant(effect.at), computed: .instant(event.at), path: "at")
      + Replay.differences(
        recorded: .text(effect.party), computed: .text(event.party), path: "party")
      + Replay.differences(
        recorded: .integer(effect.cause), computed: .integer(event.seq), path: "cause")
  }
}

extension Drift {
  init(_ kind: Kind, at record: ErasedRecord, in file: String, after event: ErasedRecord) {
    self.init(
      kind: kind, place: Place(file: file, line: record.line ?? 0, column: 1), seq: record.seq,
      at: record.at, party: record.party, event: event, effect: record.name, differences: [])
  }
}
