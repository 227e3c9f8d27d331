import EventSourcing
import Traces

/// A difference that no life before the log explains.
enum KnownDifference<Machine: Reducer> {
  typealias Recorded = EffectBatch<Machine>.Recorded

  /// All lives order it, with these fields.
  case missing(Machine.Effect.Name, Value, RecordedEvent<Machine.Event>)
  /// All lives agree on other values of these fields.
  case altered(Recorded, [FieldDifference])

  /// The signature of the difference after `event`.
  func signature(after event: RecordedEvent<Machine.Event>) -> DriftSignature {
    let event = event.event.name.description
    return switch self {
    case .missing(let name, _, _):
      DriftSignature(event: event, effect: name.description, kind: .missing)
    case .altered(let recorded, let fields):
      DriftSignature(
        event: event, effect: recorded.effect.effect.name.description, kind: .altered,
        fields: fields.fields)
    }
  }

  /// The difference with both of its sides.
  func drift(in file: String, _ batch: EffectBatch<Machine>) -> Drift {
    switch self {
    case .missing(let name, let fields, let record):
      let event = ErasedRecord(record, line: batch.line)
      var drift = Drift(.missing, at: event, in: file, after: event)
      drift.effect = name.description
      drift.computed = fields
      return drift
    case .altered(let recorded, let fields):
      let record = ErasedRecord(recorded.effect, line: recorded.line)
      var drift = Drift(.altered, at: record, in: file, after: batch.event ?? record)
      drift.recorded = record.fields
      drift.recordedCause = record.cause
      drift.differences = fields
      return drift
    }
  }
}
