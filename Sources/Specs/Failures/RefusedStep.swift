import Diagnostics
import EventSourcing
import SpecFormat

/// A step whose event led to nothing but what the machine itself notes: most often it was refused.
struct RefusedStep: Equatable, Sendable {
  var at: Instant
  var place: Place
  var event: Int64
  /// The records of what the machine notes.
  var effects: [Int64]
}

extension Scenario {
  /// The steps and the history whose events led to internal effects alone, unless the scenario
  /// claims those.
  func refusedSteps<Event, Effect>(
    in log: EventLog<Event, Effect>
  ) -> [RefusedStep] where Effect.Name: EffectName {
    var inputs = (given.history + steps.compactMap(\.event))[...]
    var refused: [RefusedStep] = []
    for record in log.records {
      guard let input = inputs.first else { break }
      guard case .event(let event) = record, event.cause == nil, event.isOf(input) else {
        continue
      }
      inputs.removeFirst()
      let effects = log.records[Int(event.seq)...].prefix { $0.cause == event.seq && $0.isEffect }
      let isRefused = !effects.isEmpty && effects.allSatisfy { $0.isInternal }
      if isRefused, !effects.contains(where: { isClaimed($0, by: input.place) }) {
        refused.append(
          RefusedStep(
            at: event.at, place: input.place, event: event.seq, effects: effects.map(\.seq)))
      }
    }
    return refused
  }

  private func isClaimed<Event, Effect>(
    _ record: LogRecord<Event, Effect>, by place: Place
  ) -> Bool {
    guard let name = record.name else { return false }
    if timelines.contains(where: { name.isSame(as: $0.kind) }) { return true }
    guard let step = steps.first(where: { $0.time.place == place }),
      case .effects(let patterns, _, _, _) = step.claim
    else { return false }
    return patterns.contains { name.isSame(as: $0.name) }
  }
}

extension RecordedEvent {
  /// Whether it is what `input` brought about, completed by the harness or not.
  fileprivate func isOf(_ input: WrittenEvent) -> Bool {
    at == input.at && party == input.party && event.name.text.isSame(as: input.name)
  }
}

extension LogRecord {
  fileprivate var isEffect: Bool { if case .effect = self { true } else { false } }
}

extension LogRecord where Effect.Name: EffectName {
  fileprivate var isInternal: Bool {
    guard case .effect(let record) = self, case .internal = record.effect.name.role else {
      return false
    }
    return true
  }
}
