import Diagnostics
import EventSourcing
import Traces

/// A difference between the effects recorded behind an event and those that the machine orders.
struct EffectDifference {
  /// The way in which both sides differ.
  let kind: BatchDifference.Kind
  /// The event; `nil` for effects before the first one.
  let event: ErasedRecord?
  /// The recorded effect; `nil` for a missing one.
  let recorded: ErasedRecord?
  /// The effect that the machine orders; `nil` where it orders none, or not all of it is known.
  let ordered: ErasedRecord?
  /// The fields in which the recorded effect differs from what is known of an ordered one.
  var known: [FieldDifference] = []

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

  /// Whether the line taken last records another state than the machine's.
  package func stateDiffers() throws(Diagnostic) -> Bool { try stateDifference() != nil }
}
