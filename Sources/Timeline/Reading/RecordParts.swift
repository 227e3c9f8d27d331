import EventSourcing
import Replay
import Simulation
import Traces

/// Finds the part of a record in an exchange from what its system says about events and effects.
struct RecordParts<S: System>: Sendable {
  private let answers: [AnswerEvent]

  /// An event by which a device learns of an answer, and its field with the request's number.
  private struct AnswerEvent: Sendable {
    var name: S.Machine.Event.Name
    var field: String
  }

  init() {
    // Which field holds the number is seen from two events that differ in it alone.
    let makers: [(Int64) -> S.Machine.Event?] = [
      { S.answered($0, with: .sample) }, { S.failed($0, .offline) },
    ]
    answers = makers.compactMap { make in
      guard let first = make(1), let second = make(2),
        let difference = differences(recorded: first.value, computed: second.value).first
      else { return nil }
      return AnswerEvent(name: first.name, field: difference.path)
    }
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
      return TimelineRecord(record: erased, part: part(of: event.event, erased))
    case .effect(let effect):
      return TimelineRecord(record: erased, part: part(of: effect.effect, by: effect.party))
    case .state, .note, .snapshot:
      return TimelineRecord(record: erased, part: .other)
    }
  }

  private func part(of event: S.Machine.Event, _ erased: ErasedRecord) -> RecordPart {
    guard let answer = answers.first(where: { $0.name == event.name }),
      case .integer(let number)? = erased.fields[answer.field]
    else { return .other }
    return .answer(RequestKey(party: erased.party, number: number))
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
