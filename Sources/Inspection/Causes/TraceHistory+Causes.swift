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
    var chain = [Explanation.Step(record: first.erased, evidence: .recorded)]
    var current = first
    var origin = Explanation.Origin.cut
    search: while chain.count < Explanation.longest {
      switch try cause(of: current) {
      case .record(let position, let evidence):
        current = try entry(at: position)
        chain.append(Explanation.Step(record: current.erased, evidence: evidence))
      case .ordered(let effect, let event):
        chain.append(Explanation.Step(record: effect, evidence: .ordered))
        current = try entry(at: event)
        chain.append(Explanation.Step(record: current.erased, evidence: .folded))
      case .none(let end):
        origin = end
        break search
      }
    }
    let event = try decidingEvent(of: first)
    let consequences = try consequences(of: first)
    return Explanation(
      chain: chain, origin: origin, event: event?.erased,
      changes: try event.map { (event) throws(Diagnostic) in try changes(by: event) } ?? [],
      consequences: consequences.kept, consequenceCount: consequences.count)
  }

  /// What the event at a position changed in its party's state.
  private func changes(by event: Entry) throws(Diagnostic) -> [FieldDifference] {
    guard let record = event.event else { return [] }
    var engine = try engine(before: event.position)
    let before = engine.view(of: event.party, at: event.at)
    engine.fold(record)
    return differences(recorded: before, computed: engine.view(of: event.party, at: event.at))
  }

  private func decidingEvent(of entry: Entry) throws(Diagnostic) -> Entry? {
    switch entry.kind {
    case .event: return entry
    case .effect:
      guard let cause = entry.cause,
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
    if let cause = entry.cause {
      guard let position = try position(of: cause, before: entry.position) else {
        return .none(.missing(cause))
      }
      return .record(position, .recorded)
    }
    guard let event = entry.event else {
      switch entry.kind {
      case .event: return .none(.outside)
      case .effect: return .none(.unexplained)
      case .state, .note, .snapshot: return .none(.remark)
      }
    }
    switch S.role(of: event.event) {
    case .inside: return try foldedCause(of: event, at: entry.position)
    case .harness, .backendSettings: return .none(.harness)
    case .outside, .processStart, .processEnd, .backend, .backendDevice, .network:
      return .none(.outside)
    }
  }

  /// Looks for the effect that led to an event which names no cause, among those that the fold
  /// orders before it.
  private func foldedCause(
    of event: RecordedEvent<S.Machine.Event>, at position: Int
  ) throws(Diagnostic) -> CauseLink {
    let request = event.event.request
    var found: (effect: S.Machine.Effect, by: Entry)?
    try visitSectionsBack(from: position - 1) { section in
      var engine = section.engine
      for entry in section.entries {
        guard let earlier = entry.event else { continue }
        engine.fold(earlier)
        let match = engine.effects.ordered.last { effect in
          let outcome = S.outcome(of: effect, by: entry.party, in: engine.state)
          return outcome.leads(to: event, by: entry.party, request: request)
        }
        if let match { found = (match, entry) }
      }
      return found != nil
    }
    guard let found else { return .none(.unexplained) }
    return try recorded(found.effect, by: found.by)
  }

  /// The record of an effect that the fold orders, behind the event that orders it.
  private func recorded(
    _ effect: S.Machine.Effect, by event: Entry
  ) throws(Diagnostic) -> CauseLink {
    var next = event.position + 1
    while next < summary.records {
      let entry = try entry(at: next)
      if entry.kind == .event { break }
      if entry.effect == effect { return .record(next, .folded) }
      next += 1
    }
    let missing = ErasedRecord(
      seq: event.seq, at: event.at, party: event.party, kind: .effect,
      name: effect.name.description, cause: event.seq, fields: effect.value,
      requestField: S.Machine.Effect.requestField)
    return .ordered(missing, event.position)
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
    guard entry.kind == .event || entry.kind == .effect else { return ([], 0) }
    var kept: [ErasedRecord] = []
    var count = 0
    try visitLines(after: entry) { (reader, line, cause, number) throws(Diagnostic) in
      guard cause == entry.seq else { return }
      count += 1
      guard kept.count < Explanation.kept, let record = try reader.record(line) else { return }
      kept.append(ErasedRecord(record, line: number))
    }
    return (kept, count)
  }
}
