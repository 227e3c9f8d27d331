import Diagnostics
import EventSourcing
import Replay
import Traces

/// A record of a trace with the state after it.
public struct Moment: Equatable, Sendable {
  /// The number of records before it.
  public var position: Int
  /// The record.
  public var record: ErasedRecord
  /// The party whose state is shown.
  public var party: String
  /// The state of that party just before the record, at its instant.
  public var before: Value
  /// The state of that party after the record.
  public var view: Value
  /// The changes that the record made to it, old values first.
  public var changes: [FieldDifference]
}

extension TraceHistory {
  /// The record at `position` with the state of `party` after it, or of the record's own party;
  /// `nil` where there is no such record.
  public func moment(at position: Int, of party: String? = nil) throws(Diagnostic) -> Moment? {
    guard (0..<summary.records).contains(position) else { return nil }
    let record = try entry(at: position).record
    let party = party ?? record.party
    let walk = try walk(before: position)
    let before = walk.view(party, record.at)
    if try walk.next() != nil { _ = try walk.take() }
    let after = walk.view(party, record.at)
    return Moment(
      position: position, record: record, party: party, before: before, view: after,
      changes: differences(recorded: before, computed: after))
  }

  /// The records at these positions, as far as there are any.
  public func records(_ positions: Range<Int>) throws(Diagnostic) -> [ErasedRecord] {
    try positions.clamped(to: 0..<summary.records).map { (position) throws(Diagnostic) in
      try entry(at: position).record
    }
  }

  /// The position of the nearest record after `position`, or before it, that is found; `nil` where
  /// there is none.
  package func find(
    from position: Int, isForward: Bool, where isFound: (ErasedRecord) -> Bool
  ) throws(Diagnostic) -> Int? {
    isForward
      ? try findOn(from: position + 1) { isFound($0.record) }?.position
      : try findBack(from: position - 1) { isFound($0.record) }?.position
  }
}
