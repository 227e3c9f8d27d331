import Diagnostics
import EventSourcing
import Replay
import Traces

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
