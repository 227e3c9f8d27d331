import Diagnostics
import EventSourcing
import Simulation
import Traces

extension TraceHistory {
  /// The names of all effects of the system.
  public var effectNames: [String] { S.Machine.Effect.Name.allCases.map { $0.description } }

  /// What keeps effects named `name` of `party` back at `instant`, every record of that instant
  /// included; `nil` where the system has no such effect.
  public func hold(
    of name: String, by party: String, at instant: Instant
  ) throws(Diagnostic) -> HoldExplanation? {
    guard let effect = S.Machine.Effect.Name.allCases.first(where: { $0.description == name })
    else { return nil }
    let next = try (lastPosition(upTo: instant) ?? -1) + 1
    let watch = GateWatch<S>(effect: effect, party: party)
    let engine = try engine(before: next)
    var explanation = HoldExplanation(
      effect: name, party: party, at: instant, holds: nil,
      before: try lastEffect(named: effect, of: party, before: next),
      after: try firstEffect(named: effect, of: party, from: next), orderedBy: [])
    if let gates = S.gates(of: effect, by: party, in: engine.state, at: instant) {
      let closings = try closings(of: gates, watch, engine, before: next, at: instant)
      let openings = try openings(of: gates, watch, from: next)
      explanation.holds = gates.indices.map {
        .init(gate: gates[$0], closing: closings[$0], opening: openings[$0])
      }
    }
    if explanation.holds?.isEmpty ?? true {
      explanation.orderedBy = try orderers(of: effect, by: party)
    }
    return explanation
  }

  /// What closed each of `gates`, found by folding back from `next`.
  private func closings(
    of gates: [HeldGate], _ watch: GateWatch<S>, _ engine: Engine<S>, before next: Int,
    at instant: Instant
  ) throws(Diagnostic) -> [HoldExplanation.Closing] {
    guard next > 0 else { return gates.map { _ in .start } }
    let reached = try entry(at: next - 1).at
    var closings = gates.map {
      watch.closingByTime(of: $0.name, in: engine, from: reached, to: instant)
    }
    try visitSectionsBack(from: next - 1) { section in
      let open = gates.indices.filter { closings[$0] == nil }
      if open.isEmpty { return true }
      let found = watch.closings(of: open.map { gates[$0].name }, in: section)
      for (index, closing) in zip(open, found) { closings[index] = closing }
      return false
    }
    return closings.map { $0 ?? .start }
  }

  /// What opened each of `gates` from the record at `next` on.
  private func openings(
    of gates: [HeldGate], _ watch: GateWatch<S>, from next: Int
  ) throws(Diagnostic) -> [HoldExplanation.Opening] {
    var openings = [HoldExplanation.Opening?](repeating: nil, count: gates.count)
    var opens = gates.map { $0.opens }
    try visitForward(from: next) { engine, entry in
      guard let event = entry.event else { return false }
      let before = watch.gates(in: engine, at: event.at)
      engine.fold(event)
      let after = watch.gates(in: engine, at: event.at)
      for index in gates.indices where openings[index] == nil {
        let name = gates[index].name
        if !before.contains(where: { $0.name == name }) {
          openings[index] = .time(opens[index] ?? event.at)
        } else if let held = after.first(where: { $0.name == name }) {
          opens[index] = held.opens
        } else {
          openings[index] = .event(entry.erased)
        }
      }
      return openings.allSatisfy { $0 != nil }
    }
    return zip(openings, opens).map { opening, opens in opening ?? opens.map { .time($0) } ?? .never
    }
  }
}

/// The gates of one effect of one party, watched from record to record.
private struct GateWatch<S: System> {
  let effect: S.Machine.Effect.Name
  let party: String

  func gates(in engine: Engine<S>, at instant: Instant) -> [HeldGate] {
    S.gates(of: effect, by: party, in: engine.state, at: instant) ?? []
  }

  /// What closed each of the gates last in a section of the trace; `nil` where nothing in it did.
  func closings(
    of names: [String], in section: TraceHistory<S>.Section
  ) -> [HoldExplanation.Closing?] {
    var engine = section.engine
    var reached = section.previous
    var current = gates(in: engine, at: reached)
    var closings = [HoldExplanation.Closing?](repeating: nil, count: names.count)
    for entry in section.entries {
      guard let event = entry.event else { continue }
      let before = gates(in: engine, at: event.at)
      if before != current {
        for (index, name) in names.enumerated() {
          let closing = closingByTime(of: name, in: engine, from: reached, to: event.at)
          if let closing { closings[index] = closing }
        }
      }
      engine.fold(event)
      current = gates(in: engine, at: event.at)
      reached = event.at
      if current == before { continue }
      for (index, name) in names.enumerated() {
        let old = before.first { $0.name == name }
        let new = current.first { $0.name == name }
        if let new, old?.opens != new.opens || old == nil { closings[index] = .event(entry.erased) }
      }
    }
    return closings
  }

  /// When time alone closed a gate between two instants; `nil` where it did not.
  func closingByTime(
    of name: String, in engine: Engine<S>, from start: Instant, to end: Instant
  ) -> HoldExplanation.Closing? {
    func isClosed(_ instant: Instant) -> Bool {
      gates(in: engine, at: instant).contains { $0.name == name }
    }
    if isClosed(start) || !isClosed(end) { return nil }
    return .time(firstInstant(from: start, to: end, where: isClosed))
  }
}

// MARK: - When it did happen

extension TraceHistory {
  private func lastEffect(
    named name: S.Machine.Effect.Name, of party: String, before next: Int
  ) throws(Diagnostic) -> ErasedRecord? {
    var found: ErasedRecord?
    try visitSectionsBack(from: next - 1) { section in
      if !summary.isInputsOnly {
        found = section.entries.last { $0.party == party && $0.effect?.name == name }?.erased
        return found != nil
      }
      var engine = section.engine
      for entry in section.entries {
        if let event = entry.event { engine.fold(event) }
        found = ordered(name, of: party, by: entry, engine) ?? found
      }
      return found != nil
    }
    return found
  }

  private func firstEffect(
    named name: S.Machine.Effect.Name, of party: String, from next: Int
  ) throws(Diagnostic) -> ErasedRecord? {
    var found: ErasedRecord?
    try visitForward(from: next) { engine, entry in
      if !summary.isInputsOnly {
        if entry.party == party, entry.effect?.name == name { found = entry.erased }
      } else if let event = entry.event {
        engine.fold(event)
        found = ordered(name, of: party, by: entry, engine)
      }
      return found != nil
    }
    return found
  }

  /// The effect of this name that an event just ordered, as a record that the trace does not have.
  private func ordered(
    _ name: S.Machine.Effect.Name, of party: String, by entry: Entry, _ engine: Engine<S>
  ) -> ErasedRecord? {
    guard entry.party == party, entry.event != nil,
      let effect = engine.effects.ordered.first(where: { $0.name == name })
    else { return nil }
    return ErasedRecord(
      seq: entry.seq, at: entry.at, party: party, kind: .effect, name: name.description,
      cause: entry.seq, fields: effect.value, requestField: S.Machine.Effect.requestField)
  }

  /// The events that order an effect, by folding the whole trace.
  private func orderers(
    of name: S.Machine.Effect.Name, by party: String
  ) throws(Diagnostic) -> [HoldExplanation.Orderer] {
    var counts: [HoldExplanation.Orderer] = []
    try visitForward(from: 0) { engine, entry in
      guard let event = entry.event else { return false }
      engine.fold(event)
      guard entry.party == party, engine.effects.ordered.contains(where: { $0.name == name }) else {
        return false
      }
      let orderer = event.event.name.description
      if let index = counts.firstIndex(where: { $0.event == orderer }) {
        counts[index].count += 1
      } else {
        counts.append(HoldExplanation.Orderer(event: orderer, count: 1))
      }
      return false
    }
    return counts.enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }
    .map { $0.element }
  }
}
