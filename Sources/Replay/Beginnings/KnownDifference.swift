import Diagnostics
import EventSourcing
import Traces

/// A difference that no life before the log explains.
enum KnownDifference {
  /// All lives order an effect of this name, with these fields.
  case missing(String, Value)
  /// All lives agree on other values of these fields.
  case altered(ErasedRecord, [FieldDifference])

  /// The signature of the difference after an event of this name.
  func signature(after event: String, in walk: AnyTraceWalk) -> DriftSignature {
    switch self {
    case .missing(let name, let fields):
      DriftSignature(
        event: event, effect: name, kind: .missing, subject: walk.subject(of: name, nil, fields))
    case .altered(let recorded, _):
      DriftSignature(
        event: event, effect: recorded.name, kind: .altered,
        subject: walk.subject(of: recorded.name, recorded.fields, nil))
    }
  }

  /// The difference with both of its sides.
  func drift(in file: String, after event: ErasedRecord) -> Drift {
    switch self {
    case .missing(let name, let fields):
      var drift = Drift(.missing, at: event, in: file, after: event)
      drift.effect = name
      drift.computed = fields
      return drift
    case .altered(let recorded, let fields):
      var drift = Drift(.altered, at: recorded, in: file, after: event)
      drift.recorded = recorded.fields
      drift.recordedCause = recorded.cause
      drift.differences = fields
      return drift
    }
  }
}
