import Diagnostics
import EventSourcing
import Replay
import Reports
import Traces

/// A difference between the recorded effects of one event and those that the machine orders, with
/// the gates that decided.
package struct OrderDifference: Equatable, Sendable {
  package var drift: Drift
  /// The timer, the reason or another name of a closed set that the effect has.
  package var subject: String
  /// The gates that hold the effect back after the event, of one that the machine does not order.
  package var hold: HoldExplanation?
  /// The timers that the machine has after the event, where it does not order one that is recorded.
  package var timer: UnseenRecord?
  /// The gates that were closed before the event, of an effect that the machine orders; `nil` for
  /// one without gates.
  package var opened: [HeldGate]?

  package var isOrdered: Bool { drift.kind != .extra }
  /// Whether the effect is recorded once more than the machine orders it.
  package var isRepeated: Bool {
    !isOrdered && timer == nil && hold?.isOrdered(at: drift) ?? false
  }
}

extension OrderDifference: ReportedRecord {
  package static let reported = ReportMembers<OrderDifference> { it in
    it("drift", { $0.drift }, "Both sides.")
    it("subject", { $0.subject }, "The timer, the reason or another name of a closed set.")
    it("ordered", { $0.isOrdered }, "Whether the machine orders the effect at the event.")
    it("held_by", { $0.hold?.holds ?? [] }, "The gates that hold it back after the event.")
    it("timer", { $0.timer }, "The recorded timer, and those that the machine has instead.")
    it.list("opened", { $0.opened ?? [] }, "The gates closed before the event that orders it.") {
      $0("gate", { $0.name })
      $0("summary", { $0.summary })
      $0("opens", { $0.opens }, "When time alone opens it.")
    }
  }
}

extension TraceHistory {
  /// Compares the effects recorded at a record's event with those that the machine orders there:
  /// all differences of an event, or the one of an effect.
  package func orderDifferences(at seq: Int64) throws(Diagnostic) -> [OrderDifference] {
    guard !summary.isInputsOnly, let position = try position(of: seq) else { return [] }
    let record = try entry(at: position).record
    guard record.kind == .event || record.kind == .effect,
      let event = try findBack(from: position, where: { $0.record.kind == .event }),
      !event.isUnknown
    else { return [] }
    return try orderDifferences(ofEvent: event) { drift in
      record.kind == .event || (drift.seq == seq && drift.kind != .missing)
    }
  }

  /// The effects that are recorded for an event, with what closed sets say of them.
  package func recordedEffects(
    of event: Int64
  ) throws(Diagnostic) -> [(effect: ErasedRecord, subject: String)] {
    guard var position = try position(of: event) else { return [] }
    var found: [(effect: ErasedRecord, subject: String)] = []
    position += 1
    while position < summary.records, case let record = try entry(at: position).record,
      record.kind != .event
    {
      if record.kind == .effect, record.cause == event {
        let choices = last.choiceFields(record.name).compactMap { record.fields[$0]?.text }
        found.append((record, choices.joined(separator: ", ")))
      }
      position += 1
    }
    return found
  }

  /// Compares the effects of one name of a party that are recorded at an instant with those that
  /// the machine orders then.
  package func orderDifferences(
    of effect: String, by party: String, at instant: Instant
  ) throws(Diagnostic) -> [OrderDifference] {
    guard !summary.isInputsOnly, var position = try lastPosition(upTo: instant) else { return [] }
    var found: [OrderDifference] = []
    while position >= 0, case let event = try entry(at: position), event.record.at == instant {
      if event.record.kind == .event, !event.isUnknown {
        found =
          try orderDifferences(ofEvent: event) { $0.effect == effect && $0.party == party }
          + found
      }
      position -= 1
    }
    return found
  }

  private func orderDifferences(
    ofEvent event: Entry, where isMeant: (Drift) -> Bool
  ) throws(Diagnostic) -> [OrderDifference] {
    try drifts(ofEventAt: event.position).filter { isMeant($0.0) }
      .map { (drift, subject) throws(Diagnostic) in try difference(drift, subject, at: event) }
  }

  private func drifts(ofEventAt position: Int) throws(Diagnostic) -> [(Drift, subject: String)] {
    let walk = try walk(before: position)
    guard try walk.next() != nil else { return [] }
    _ = try walk.take()
    // What the event ordered is compared once the next event is read.
    while let line = try walk.next(), line.kind != .event, walk.findings.difference == nil {
      _ = try walk.take()
    }
    return walk.drifts(in: summary.file).map { ($0, walk.subject(of: $0)) }
  }

  private func difference(
    _ drift: Drift, _ subject: String, at event: Entry
  ) throws(Diagnostic) -> OrderDifference {
    var difference = OrderDifference(drift: drift, subject: subject)
    if !difference.isOrdered {
      difference.hold = try hold(of: drift)
      if let name = drift.recorded?["timer"]?.text {
        let walk = try walk(before: event.position + 1)
        difference.timer = .timer(name, set: walk.timers(drift.party))
      }
    } else if drift.kind == .missing {
      let walk = try walk(before: event.position)
      // At the instant of the event a gate is open that opens with it; one that opened earlier by
      // itself held nothing back.
      let before =
        event.position > 0 ? try entry(at: event.position - 1).record.at : event.record.at
      difference.opened = walk.gates(drift.effect, drift.party, before)?.filter { gate in
        gate.opens.map { $0 >= event.record.at } ?? true
      }
    }
    return difference
  }
}
