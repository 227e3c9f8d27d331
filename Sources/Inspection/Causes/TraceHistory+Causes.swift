import Diagnostics
import EventSourcing
import Replay
import Simulation
import Traces

extension TraceHistory {
  /// Explains the record with this number; `nil` where there is none.
  public func explanation(of seq: Int64) throws(Diagnostic) -> Explanation? {
    guard let position = try position(of: seq) else { return nil }
    return try explanation(at: position)
  }

  func explanation(at position: Int) throws(Diagnostic) -> Explanation {
    let first = try entry(at: position)
    var chain = [Explanation.Step(record: first.record, evidence: .recorded)]
    var current = first
    var origin = Explanation.Origin.cut
    search: while chain.count < Explanation.longest {
      switch try cause(of: current) {
      case .record(let position, let evidence):
        current = try entry(at: position)
        chain.append(Explanation.Step(record: current.record, evidence: evidence))
      case .ordered(let effect, let event):
        chain.append(Explanation.Step(record: effect, evidence: .ordered))
        current = try entry(at: event)
        chain.append(Explanation.Step(record: current.record, evidence: .folded))
      case .none(let end):
        origin = end
        break search
      }
    }
    let event = try decidingEvent(of: first)
    let consequences = try consequences(of: first)
    return Explanation(
      chain: chain, origin: origin, event: event?.record,
      changes: try event.map { (event) throws(Diagnostic) in try changes(by: event) } ?? [],
      consequences: consequences.kept, consequenceCount: consequences.count)
  }

  /// What the event at a position changed in its party's state.
  private func changes(by event: Entry) throws(Diagnostic) -> [FieldDifference] {
    if event.isUnknown { return [] }
    let record = event.record
    let (before, after) = try views(of: record.party, around: event.position, at: record.at)
    return differences(recorded: before, computed: after)
  }

  private func decidingEvent(of entry: Entry) throws(Diagnostic) -> Entry? {
    switch entry.record.kind {
    case .event: return entry
    case .effect:
      guard let cause = entry.record.cause,
        let position = try position(of: cause, before: entry.position)
      else { return nil }
      return try self.entry(at: position)
    case .state, .note, .snapshot: return nil
    }
  }
}

// MARK: - One step back

/// What led to a record.
private enum CauseLink {
  case record(Int, Explanation.Evidence)
  /// An effect that the trace does not have, and the position of the event that orders it.
  case ordered(ErasedRecord, Int)
  case none(Explanation.Origin)
}

extension TraceHistory {
  private func cause(of entry: Entry) throws(Diagnostic) -> CauseLink {
    if let cause = entry.record.cause {
      guard let position = try position(of: cause, before: entry.position) else {
        return .none(.missing(cause))
      }
      return .record(position, .recorded)
    }
    switch entry.record.kind {
    case .event: break
    case .effect: return .none(.unexplained)
    case .state, .note, .snapshot: return .none(.remark)
    }
    let walk = try walk(before: entry.position)
    guard try walk.next() != nil, let role = try walk.seek() else { return .none(.outside) }
    switch role {
    case .inside: return try foldedCause(ofEventAt: entry.position)
    case .harness, .backendSettings: return .none(.harness)
    case .outside, .processStart, .processEnd, .backend, .backendDevice, .network:
      return .none(.outside)
    }
  }

  /// Looks for the effect that led to the event sought, which names no cause, among those that the
  /// fold orders before it.
  private func foldedCause(ofEventAt position: Int) throws(Diagnostic) -> CauseLink {
    var found: (effect: ErasedRecord, by: Int)?
    try visitSectionsBack(from: position - 1) { (section) throws(Diagnostic) in
      try section.visitEvents { (_, position) throws(Diagnostic) in
        guard try section.walk.take() == .folded, let effect = section.walk.leading() else {
          return
        }
        found = (effect, position)
      }
      return found != nil
    }
    guard let found else { return .none(.unexplained) }
    return try recorded(found.effect, by: found.by)
  }

  /// The record of an effect that the fold orders, behind the event that orders it.
  private func recorded(_ effect: ErasedRecord, by event: Int) throws(Diagnostic) -> CauseLink {
    var next = event + 1
    while next < summary.records {
      let record = try entry(at: next).record
      if record.kind == .event { break }
      if record.kind == .effect, record.name == effect.name, record.fields == effect.fields {
        return .record(next, .folded)
      }
      next += 1
    }
    return .ordered(effect, event)
  }
}

// MARK: - What follows

extension TraceHistory {
  /// The records that name this one as their cause.
  ///
  /// An answer may come days later: the rest of the trace is looked through, without reading more
  /// of each line than its cause.
  private func consequences(
    of entry: Entry
  ) throws(Diagnostic) -> (kept: [ErasedRecord], count: Int) {
    guard entry.record.kind == .event || entry.record.kind == .effect else { return ([], 0) }
    var kept: [ErasedRecord] = []
    var count = 0
    let walk = try walk(before: entry.position)
    _ = try walk.next()
    while try walk.next() != nil {
      guard walk.cause() == entry.record.seq else { continue }
      count += 1
      guard kept.count < Explanation.kept, let record = try walk.record() else { continue }
      kept.append(record)
    }
    return (kept, count)
  }
}
