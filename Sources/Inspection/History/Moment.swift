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
    let (before, after) = try views(of: party, around: position, at: record.at)
    return Moment(
      position: position, record: record, party: party, before: before, view: after,
      changes: differences(recorded: before, computed: after))
  }

  /// The state of a party just before the record at `position`, and after it.
  func views(
    of party: String, around position: Int, at now: Instant
  ) throws(Diagnostic) -> (before: Value, after: Value) {
    let walk = try walk(before: position)
    let before = walk.view(party, now)
    if try walk.next() != nil { _ = try walk.take() }
    return (before, walk.view(party, now))
  }

  /// The records at these positions, as far as there are any.
  public func records(_ positions: Range<Int>) throws(Diagnostic) -> [ErasedRecord] {
    var found: [ErasedRecord] = []
    for position in positions.clamped(to: 0..<summary.records) {
      found.append(try entry(at: position).record)
    }
    return found
  }

  /// The position of the nearest event or effect after `position`, or before it, whose name
  /// contains `text`; `nil` where there is none.
  public func find(
    _ text: String, from position: Int, isForward: Bool
  ) throws(Diagnostic) -> Int? {
    isForward
      ? try findOn(from: position + 1) { $0.record.name.holds(text) }?.position
      : try findBack(from: position - 1) { $0.record.name.holds(text) }?.position
  }
}

// The standard library searches with its regular expressions, which would make the page's engine
// too large.
extension StringProtocol {
  /// The first place of `text`, compared byte by byte; `nil` if there is none.
  func range(ofText text: String) -> Range<Index>? {
    let wanted = text.utf8
    var start = utf8.startIndex
    while true {
      let rest = utf8[start...]
      if rest.starts(with: wanted) {
        return start..<utf8.index(start, offsetBy: wanted.count)
      }
      if rest.isEmpty { return nil }
      start = utf8.index(after: start)
    }
  }

  func holds(_ text: String) -> Bool { range(ofText: text) != nil }
}
