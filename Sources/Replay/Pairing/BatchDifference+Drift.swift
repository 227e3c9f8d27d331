import Diagnostics
import EventSourcing
import Traces

extension BatchDifference {
  /// The signature of the difference between the effects of the last event of `walk`.
  func signature(in walk: AnyTraceWalk) -> DriftSignature {
    let effect = effectName(in: walk)
    let found = recorded.flatMap { walk.recordedEffect($0) }
    // The machine orders another effect in the place of one that is out of order.
    let same = kind == .reordered ? nil : ordered.flatMap { walk.orderedEffect($0)?.fields }
    return DriftSignature(
      event: walk.eventName() ?? "start", effect: effect, kind: kinds.signature,
      subject: walk.subject(of: effect, found?.fields, same),
      gates: kind == .extra ? found.map { walk.closedGates(for: $0) } ?? [] : [])
  }

  /// The fields in which both sides differ, where both have the effect.
  func fields(in walk: AnyTraceWalk) -> [String] {
    kind == .altered || kind == .misstamped ? differences(in: walk).fields : []
  }

  /// The record concerned; of a missing effect, the event that orders it.
  func place(in walk: AnyTraceWalk) -> (seq: Int64, line: Int) {
    let record = recorded.flatMap { walk.recordedEffect($0) } ?? walk.event()
    return (record?.seq ?? 0, record?.line ?? 0)
  }

  /// The difference with both of its sides; `nil` where no event was folded.
  func drift(in file: String, _ walk: AnyTraceWalk) -> Drift? {
    let ordered = ordered.flatMap { walk.orderedEffect($0) }
    guard let found = recorded.flatMap({ walk.recordedEffect($0) }) else {
      guard let event = walk.event(), let ordered else { return nil }
      var drift = Drift(.missing, at: event, in: file, after: event)
      drift.effect = ordered.name
      drift.computed = ordered.fields
      return drift
    }
    let event = walk.event()
    let isLate = kind == .misstamped && event.map { found.at > $0.at } ?? false
    let way = isLate ? .late(found) : kinds.drift
    var drift = Drift(way, at: found, in: file, after: event ?? found)
    drift.recorded = found.fields
    drift.recordedCause = found.cause
    drift.computed = kind == .misstamped ? found.fields : ordered?.fields
    drift.differences = differences(in: walk)
    return drift
  }

  private var kinds: (signature: DriftSignature.Kind, drift: Drift.Kind) {
    switch kind {
    case .missing: (.missing, .missing)
    case .extra: (.extra, .extra)
    case .altered, .misstamped: (.altered, .altered)
    case .reordered: (.reordered, .reordered)
    }
  }

  private func effectName(in walk: AnyTraceWalk) -> String {
    recorded.flatMap { walk.recordedEffect($0)?.name } ?? ordered.map { walk.orderedName($0) } ?? ""
  }

  private func differences(in walk: AnyTraceWalk) -> [FieldDifference] {
    guard let found = recorded.flatMap({ walk.recordedEffect($0) }) else { return [] }
    let ordered = ordered.flatMap { walk.orderedEffect($0) }
    switch kind {
    case .missing, .extra: return []
    case .altered:
      // The number of a request is another one where an earlier request is missing or too many.
      let same = ordered?.request.map { found.renumbered($0) } ?? found
      return Replay.differences(recorded: same.fields, computed: ordered?.fields)
    case .reordered:
      return Replay.differences(
        recorded: .text(found.name), computed: ordered.map { .text($0.name) }, path: "effect")
    case .misstamped:
      guard let event = walk.event() else { return [] }
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
