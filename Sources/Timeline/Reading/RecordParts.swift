import EventSourcing
import Replay
import Simulation
import Traces

/// Finds the part of a record in an exchange from what its system says about events and effects.
struct RecordParts<S: System>: Sendable {
  /// The events by which a device learns of an answer.
  private let answers = [S.answered(1, with: .sample), S.failed(1, .offline)].compactMap {
    $0?.name
  }

  /// `record` erased, with its part.
  ///
  /// An effect is seen without the state that ordered it, which decides only how long its request
  /// waits.
  func timelineRecord(
    _ record: LogRecord<S.Machine.Event, S.Machine.Effect>, line: Int? = nil
  ) -> TimelineRecord {
    let erased = ErasedRecord(record, line: line)
    switch record {
    case .event(let event):
      return TimelineRecord(record: erased, part: part(of: event))
    case .effect(let effect):
      return TimelineRecord(record: erased, part: part(of: effect.effect, by: effect.party))
    case .state, .note, .snapshot:
      return TimelineRecord(record: erased, part: .other)
    }
  }

  private func part(of record: RecordedEvent<S.Machine.Event>) -> RecordPart {
    guard answers.contains(record.event.name), let number = record.event.request else {
      return .other
    }
    return .answer(RequestKey(party: record.party, number: number))
  }

  private func part(of effect: S.Machine.Effect, by party: String) -> RecordPart {
    switch effect.name.role {
    case .timer: return .timer
    case .toApp: return .other
    case .internal: return .internal
    case .request:
      switch S.outcome(of: effect, by: party, in: S.Machine.initial) {
      case .request(let request):
        return request.id.map { .request(RequestKey(party: party, number: $0)) } ?? .other
      case .message: return .message
      case .internal, .external, .wake, .cancel: return .other
      }
    }
  }
}
