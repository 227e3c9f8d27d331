import EventSourcing
import Traces

/// A record of a trace and where it stands.
struct HistoryRecord<Machine: Reducer> {
  /// How many records come before it.
  let position: Int
  /// Its line in the file, from 1.
  let line: Int
  let seq: Int64
  let at: Instant
  let party: String
  /// The record that led to it, as recorded; of an effect that names none, the event before it.
  let cause: Int64?
  let kind: TraceLine.Kind
  /// What was recorded; `nil` where a lenient reader does not know the name.
  let content: LogRecord<Machine.Event, Machine.Effect>?
  /// The name of what a lenient reader does not know; empty for all others.
  let unknownName: String

  var event: RecordedEvent<Machine.Event>? {
    if case .event(let event)? = content { event } else { nil }
  }

  var effect: Machine.Effect? {
    if case .effect(let effect)? = content { effect.effect } else { nil }
  }

  /// The record as reports show it.
  var erased: ErasedRecord {
    guard let content else {
      return ErasedRecord(
        seq: seq, at: at, party: party, kind: kind == .event ? .event : .effect,
        name: unknownName, cause: cause, fields: .fields([]), line: line)
    }
    var record = ErasedRecord(content, line: line)
    record.cause = cause
    return record
  }
}
