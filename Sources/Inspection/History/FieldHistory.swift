import Diagnostics
import EventSourcing
import Replay
import Traces

/// The last changes of a field of a party's state, with the events that made them.
public struct FieldHistory: Equatable, Sendable {
  /// One change.
  public struct Change: Equatable, Sendable {
    /// The instant of the change.
    public var at: Instant
    /// The event that changed it; `nil` where time alone did, as for a date that was reached.
    public var event: ErasedRecord?
    /// The value before; `nil` where the field was absent.
    public var old: Value?
    /// The value after; `nil` where the field is absent.
    public var new: Value?
  }

  /// The way to the field.
  public var path: String
  /// The party of the state.
  public var party: String
  /// The instant that was asked about.
  public var at: Instant
  /// The record that was asked about: what it and later ones did is left out.
  public var before: Int64?
  /// The value at that instant; `nil` where the field is absent.
  public var value: Value?
  /// The last changes, the latest one first.
  public var changes: [Change]
  /// Whether the field changed before these.
  public var hasMore: Bool
  /// The explanation of the last change; `nil` where no event changed the field.
  public var explanation: RecordExplanation?
}

extension TraceHistory {
  /// The fields that the view of `party` can show.
  public func fields(of party: String) -> [ViewField] {
    last.fields(party, summary.span?.upperBound ?? summary.started)
  }

  /// The last changes of a field up to `instant`, at most `limit` of them, and why the last one
  /// came about.
  public func changes(
    of path: String, in party: String, upTo instant: Instant, limit: Int
  ) throws(Diagnostic) -> FieldHistory {
    let next = try (lastPosition(upTo: instant) ?? -1) + 1
    return try changes(of: path, in: party, before: next, at: instant, limit: limit)
  }

  /// The last changes of a field before a record, which has to exist.
  package func changes(
    of path: String, in party: String, before record: ErasedRecord, limit: Int
  ) throws(Diagnostic) -> FieldHistory {
    let next = try position(of: record.seq) ?? 0
    var history = try changes(of: path, in: party, before: next, at: record.at, limit: limit)
    history.before = record.seq
    return history
  }

  /// The numbers of all records that change a field; where time alone changes it, that of the next
  /// record.
  package func changing(_ path: String, in party: String) throws(Diagnostic) -> Set<Int64> {
    var found: Set<Int64> = []
    try visitSectionsBack(from: summary.records - 1) { (section) throws(Diagnostic) in
      let watch = FieldWatch(walk: section.walk, path: path, party: party)
      for change in try watch.changes(in: section) {
        if let record = change.event {
          found.insert(record.seq)
        } else if let next = try firstRecord(from: change.at) {
          found.insert(next.seq)
        }
      }
      return false
    }
    return found
  }

  private func firstRecord(from instant: Instant) throws(Diagnostic) -> ErasedRecord? {
    let earlier = try lastPosition(upTo: Instant(milliseconds: instant.milliseconds - 1)) ?? -1
    return try records((earlier + 1)..<(earlier + 2)).first
  }

  private func changes(
    of path: String, in party: String, before next: Int, at instant: Instant, limit: Int
  ) throws(Diagnostic) -> FieldHistory {
    let watch = FieldWatch(walk: try walk(before: next), path: path, party: party)
    var history = FieldHistory(
      path: path, party: party, at: instant, value: watch.value(at: instant),
      changes: [], hasMore: false)
    guard next > 0 else { return history }
    let last = next - 1
    let reached = try entry(at: last).record.at
    if let change = watch.changeByTime(from: reached, to: instant) {
      history.changes.append(change)
    }
    try visitSectionsBack(from: last) { (section) throws(Diagnostic) in
      let watch = FieldWatch(walk: section.walk, path: path, party: party)
      history.changes += try watch.changes(in: section).reversed()
      return history.changes.count > limit
    }
    history.hasMore = history.changes.count > limit
    history.changes = Array(history.changes.prefix(limit))
    if let event = history.changes.lazy.compactMap({ $0.event }).first {
      history.explanation = try explanation(of: event.seq)
    }
    return history
  }
}

/// One field of one party, watched from record to record.
private struct FieldWatch {
  let walk: AnyTraceWalk
  let path: String
  let party: String

  func value(at instant: Instant) -> Value? { walk.field(path, party, instant) }

  /// Every change in a section of the trace, in order.
  func changes(in section: TraceHistory.Section) throws(Diagnostic) -> [FieldHistory.Change] {
    var reached = section.previous
    var current = value(at: reached)
    var changes: [FieldHistory.Change] = []
    try section.visitEvents { (line, _) throws(Diagnostic) in
      let before = value(at: line.at)
      if before != current, let change = changeByTime(from: reached, to: line.at) {
        changes.append(change)
      }
      _ = try walk.take()
      let after = value(at: line.at)
      if after != before {
        let event = try walk.record()
        changes.append(FieldHistory.Change(at: line.at, event: event, old: before, new: after))
      }
      (current, reached) = (after, line.at)
    }
    return changes
  }

  /// The change that time alone brings between two instants; `nil` where it brings none.
  func changeByTime(from start: Instant, to end: Instant) -> FieldHistory.Change? {
    let (old, new) = (value(at: start), value(at: end))
    if old == new { return nil }
    let at = firstInstant(from: start, to: end) { value(at: $0) != old }
    return FieldHistory.Change(at: at, event: nil, old: old, new: new)
  }
}

/// The first instant at which something holds that does not hold at `start` and does at `end`.
func firstInstant(from start: Instant, to end: Instant, where holds: (Instant) -> Bool) -> Instant {
  if start >= end { return end }
  let found = firstNumber(in: start.milliseconds..<end.milliseconds) {
    holds(Instant(milliseconds: $0))
  }
  return Instant(milliseconds: found)
}
