import Diagnostics
import EventSourcing
import Replay
import Simulation
import Traces

extension TraceHistory {
  /// The fields that the view of `party` can show.
  public func fields(of party: String) -> [ViewField] {
    var outline = ViewOutline()
    let end = summary.span?.upperBound ?? summary.started
    S.view(of: party, in: final.state, at: end, &outline)
    return outline.fields
  }

  /// The last changes of a field up to `instant`, at most `limit` of them, and why the last one
  /// came about.
  public func changes(
    of path: String, in party: String, upTo instant: Instant, limit: Int
  ) throws(Diagnostic) -> FieldHistory {
    let last = try lastPosition(upTo: instant)
    let engine = try engine(before: (last ?? -1) + 1)
    let probe = FieldWatch<S>(path: FieldPath(path), party: party)
    var history = FieldHistory(
      path: path, party: party, at: instant, value: probe.value(in: engine, at: instant),
      changes: [], hasMore: false)
    guard let last else { return history }
    let reached = try entry(at: last).at
    if let change = probe.changeByTime(in: engine, from: reached, to: instant) {
      history.changes.append(change)
    }
    try visitSectionsBack(from: last) { section in
      history.changes += probe.changes(in: section).reversed()
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
private struct FieldWatch<S: System> {
  let path: FieldPath
  let party: String

  func value(in engine: Engine<S>, at instant: Instant) -> Value? {
    var probe = FieldProbe(path)
    S.view(of: party, in: engine.state, at: instant, &probe)
    return probe.found
  }

  /// Every change in a section of the trace, in order.
  func changes(in section: TraceHistory<S>.Section) -> [FieldHistory.Change] {
    var engine = section.engine
    var reached = section.previous
    var current = value(in: engine, at: reached)
    var changes: [FieldHistory.Change] = []
    for entry in section.entries {
      guard let event = entry.event else { continue }
      let before = value(in: engine, at: event.at)
      if before != current, let change = changeByTime(in: engine, from: reached, to: event.at) {
        changes.append(change)
      }
      engine.fold(event)
      let after = value(in: engine, at: event.at)
      if after != before {
        changes.append(
          FieldHistory.Change(at: event.at, event: entry.erased, old: before, new: after))
      }
      (current, reached) = (after, event.at)
    }
    return changes
  }

  /// The change that time alone brings between two instants; `nil` where it brings none.
  func changeByTime(
    in engine: Engine<S>, from start: Instant, to end: Instant
  ) -> FieldHistory.Change? {
    let (old, new) = (value(in: engine, at: start), value(in: engine, at: end))
    if old == new { return nil }
    let at = firstInstant(from: start, to: end) { value(in: engine, at: $0) != old }
    return FieldHistory.Change(at: at, event: nil, old: old, new: new)
  }
}

/// The first instant at which something holds that does not hold at `start` and does at `end`.
func firstInstant(from start: Instant, to end: Instant, where holds: (Instant) -> Bool) -> Instant {
  var (low, high) = (start.milliseconds, end.milliseconds)
  while low < high {
    let middle = low + (high - low) / 2
    if holds(Instant(milliseconds: middle)) { high = middle } else { low = middle + 1 }
  }
  return Instant(milliseconds: high)
}
