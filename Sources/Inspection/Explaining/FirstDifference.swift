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
    var events = 0
    func found(_ seq: Int64, next: Int64, isOfState: Bool) -> (FirstDifference, events: Int)? {
      guard let event = event() else { return nil }
      return (
        FirstDifference(
          seq: seq, next: next, event: event.seq, party: event.party, isOfState: isOfState,
          drifts: isOfState ? [] : drifts(in: file)), events
      )
    }
    while let line = try next() {
      if let seq = findings.difference {
        return found(seq, next: line.seq, isOfState: false)
      }
      if try take() == .folded { events += 1 }
      if try stateDifference() != nil {
        return found(line.seq, next: line.seq &+ 1, isOfState: true)
      }
    }
    return findings.difference.flatMap { found($0, next: .max, isOfState: false) }
  }
}
