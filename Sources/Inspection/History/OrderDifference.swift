import Diagnostics
import EventSourcing
import Replay
import Reports
import Traces

/// A difference between the recorded effects of one event and those that the machine orders, with
/// the gates that decided.
package struct OrderDifference: Equatable, Sendable {
  package var drift: Drift
  /// The gates that hold the effect back after the event, of one that the machine does not order.
  package var hold: HoldExplanation?
  /// The gates that were closed before the event, of an effect that the machine orders; `nil` for
  /// one without gates.
  package var opened: [HeldGate]?

  package var isOrdered: Bool { drift.kind != .extra }
}

extension OrderDifference: ReportedRecord {
  package static let reported = ReportMembers<OrderDifference> { it in
    it("drift", { $0.drift }, "Both sides.")
    it("ordered", { $0.isOrdered }, "Whether the machine orders the effect at the event.")
    it("held_by", { $0.hold?.holds ?? [] }, "The gates that hold it back after the event.")
    it.list("opened", { $0.opened ?? [] }, "The gates closed before the event that orders it.") {
      $0("gate", { $0.name })
      $0("summary", { $0.summary })
      $0("opens", { $0.opens }, "When time alone opens it.")
    }
  }
}

extension TraceHistory {
  /// How the effects recorded at a record's event differ from those that the machine orders there:
  /// all differences of an event, or the one of an effect.
  package func orderDifferences(at seq: Int64) throws(Diagnostic) -> [OrderDifference] {
    guard !summary.isInputsOnly, let position = try position(of: seq) else { return [] }
    let record = try entry(at: position).record
    guard record.kind == .event || record.kind == .effect,
      let event = try findBack(from: position, where: { $0.record.kind == .event }),
      !event.isUnknown
    else { return [] }
    var found: [OrderDifference] = []
    for drift in try drifts(ofEventAt: event.position)
    where record.kind == .event || (drift.seq == seq && drift.kind != .missing) {
      found.append(try difference(drift, at: event))
    }
    return found
  }

  private func drifts(ofEventAt position: Int) throws(Diagnostic) -> [Drift] {
    let walk = try walk(before: position)
    guard try walk.next() != nil else { return [] }
    _ = try walk.take()
    // What the event ordered is compared once the next event is read.
    while let line = try walk.next(), line.kind != .event, walk.findings.difference == nil {
      _ = try walk.take()
    }
    return walk.drifts(in: summary.file)
  }

  private func difference(_ drift: Drift, at event: Entry) throws(Diagnostic) -> OrderDifference {
    var difference = OrderDifference(drift: drift)
    if !difference.isOrdered {
      difference.hold = try hold(
        of: drift.effect, by: drift.party, after: event.record.seq, at: event.record.at)
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
