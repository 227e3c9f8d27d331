import Diagnostics
import EventSourcing
import Replay
import Traces

/// The first difference between a walk and its trace.
struct FirstDifference {
  /// The record with it; of a missing effect, the event that orders it.
  var seq: Int64
  /// The number of the first record that has nothing to do with it.
  var next: Int64
  /// The number of the event.
  var event: Int64
  var party: String
  /// Whether the state after the event differs, and not its effects.
  var isOfState: Bool
  /// The effects of the event that differ.
  var drifts: [Drift]
  /// The first difference of an effect, with both sides; `nil` where only the state differs.
  var drift: Drift? { drifts.first }
}

extension AnyTraceWalk {
  /// Walks up to the first difference; returns it with the number of events folded by then.
  func firstDifference(
    file: String
  ) throws(Diagnostic) -> (FirstDifference, events: Int)? {
    guard let found = try goToDifference(), let event = event() else { return nil }
    let difference = FirstDifference(
      seq: found.seq, next: found.next, event: event.seq, party: event.party,
      isOfState: found.isOfState, drifts: found.isOfState ? [] : drifts(in: file))
    return (difference, found.events)
  }

  /// Walks up to the first event with differences of effects, and returns them; none where there is
  /// no such event, or a state differs first.
  func firstDrifts() throws(Diagnostic) -> [Drift] {
    try goToDifference()?.isOfState == false ? drifts(in: "") : []
  }

  /// Walks up to the first difference.
  private func goToDifference() throws(Diagnostic) -> DifferencePlace? {
    var events = 0
    func place(_ seq: Int64, next: Int64, isOfState: Bool = false) -> DifferencePlace {
      DifferencePlace(seq: seq, next: next, isOfState: isOfState, events: events)
    }
    while let line = try next() {
      if let seq = findings.difference { return place(seq, next: line.seq) }
      if try take() == .folded { events += 1 }
      if try stateDifference() != nil {
        return place(line.seq, next: line.seq &+ 1, isOfState: true)
      }
    }
    return findings.difference.map { place($0, next: .max) }
  }
}

/// The place at which a walk stops for a difference.
private struct DifferencePlace {
  let seq: Int64
  /// The first record that has nothing to do with the difference.
  let next: Int64
  let isOfState: Bool
  /// The number of events folded by then.
  let events: Int
}
