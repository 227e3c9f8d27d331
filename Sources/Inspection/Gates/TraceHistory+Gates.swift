import Diagnostics
import EventSourcing
import Replay
import Traces

extension TraceHistory {
  /// Finds the gates that keep effects named `effect` of `party` back at `instant`, after every
  /// record of that instant; `nil` where the system has no such effect.
  public func hold(
    of effect: String, by party: String, at instant: Instant
  ) throws(Diagnostic) -> HoldExplanation? {
    try hold(
      of: effect, by: party, at: instant, before: try (lastPosition(upTo: instant) ?? -1) + 1)
  }

  /// Finds the gates that keep effects named `effect` of `party` back directly after the record
  /// `seq`; `nil` where the system has no such effect, or the trace no such record.
  public func hold(
    of effect: String, by party: String, after seq: Int64, at instant: Instant
  ) throws(Diagnostic) -> HoldExplanation? {
    guard let position = try position(of: seq) else { return nil }
    return try hold(of: effect, by: party, at: instant, before: position + 1)
  }

  /// Finds the gates that hold the effect of a drift back after its event, as replay names them.
  package func hold(of drift: Drift) throws(Diagnostic) -> HoldExplanation? {
    guard let position = try position(of: drift.event.seq) else { return nil }
    return try hold(
      of: drift.effect, by: drift.party, at: drift.event.at, before: position + 1, decides: true)
  }

  private func hold(
    of effect: String, by party: String, at instant: Instant, before next: Int,
    decides: Bool = false
  ) throws(Diagnostic) -> HoldExplanation? {
    guard system.effects.contains(where: { $0.name == effect }) else { return nil }
    let watch = GateWatch(
      walk: try walk(before: next), effect: effect, party: party, gated: system.gatedEffects)
    var explanation = HoldExplanation(
      effect: effect, party: party, at: instant, holds: nil,
      before: try lastEffect(named: effect, of: party, before: next),
      after: try firstEffect(named: effect, of: party, from: next), orderedBy: [])
    if !summary.isInputsOnly {
      explanation.machine = try order(of: effect, by: party, at: instant, before: next)
    }
    let walk = watch.walk
    let gates =
      decides ? walk.deciding(effect, party, instant) : walk.gates(effect, party, instant)
    if let gates {
      let closings = try closings(of: gates, watch, before: next, at: instant)
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

  /// Finds what closed each of `gates`, section by section back from the record at `next`.
  private func closings(
    of gates: [HeldGate], _ watch: GateWatch, before next: Int, at instant: Instant
  ) throws(Diagnostic) -> [HoldExplanation.Turn] {
    guard next > 0 else { return gates.map { _ in .nothing } }
    let reached = try entry(at: next - 1).record.at
    var closings = gates.map { watch.closingByTime(of: $0.name, from: reached, to: instant) }
    try visitSectionsBack(from: next - 1) { (section) throws(Diagnostic) in
      let open = gates.indices.filter { closings[$0] == nil }
      if open.isEmpty { return true }
      let watch = watch.on(section.walk)
      let found = try watch.closings(of: open.map { gates[$0].name }, in: section)
      for (index, closing) in zip(open, found) { closings[index] = closing }
      return false
    }
    return closings.map { $0 ?? .nothing }
  }

  /// Finds what opened each of `gates`, from the record at `next` on.
  private func openings(
    of gates: [HeldGate], _ watch: GateWatch, from next: Int
  ) throws(Diagnostic) -> [HoldExplanation.Turn] {
    var openings = [HoldExplanation.Turn?](repeating: nil, count: gates.count)
    var opens = gates.map { $0.opens }
    try visitEvents(from: next) { (walk, line) throws(Diagnostic) in
      let watch = watch.on(walk)
      let before = watch.gates(at: line.at)
      _ = try walk.take()
      let after = watch.gates(at: line.at)
      for index in gates.indices where openings[index] == nil {
        let name = gates[index].name
        if !before.contains(where: { $0.name == name }) {
          openings[index] = .time(opens[index] ?? line.at)
        } else if let held = after.first(where: { $0.name == name }) {
          opens[index] = held.opens
        } else if let event = try walk.record() {
          openings[index] = .event(event)
        }
      }
      return openings.allSatisfy { $0 != nil }
    }
    return zip(openings, opens).map { $0 ?? $1.map { .time($0) } ?? .nothing }
  }
}

/// The gates of one effect of one party, watched from record to record.
private struct GateWatch {
  let walk: AnyTraceWalk
  let effect: String
  let party: String
  /// The effects that gates can hold back.
  let gated: [String]

  /// Returns the watch of the same gates on another walk.
  func on(_ walk: AnyTraceWalk) -> GateWatch {
    GateWatch(walk: walk, effect: effect, party: party, gated: gated)
  }

  func gates(at instant: Instant) -> [HeldGate] { walk.gates(effect, party, instant) ?? [] }

  /// Finds what closed each of the gates last in a section of the trace; `nil` where nothing in it
  /// did.
  func closings(
    of names: [String], in section: TraceHistory.Section
  ) throws(Diagnostic) -> [HoldExplanation.Turn?] {
    var reached = section.previous
    var current = gates(at: reached)
    var closings = [HoldExplanation.Turn?](repeating: nil, count: names.count)
    try section.visitEvents { (line, _) throws(Diagnostic) in
      let before = gates(at: line.at)
      if before != current {
        for (index, name) in names.enumerated() {
          let closing = closingByTime(of: name, from: reached, to: line.at)
          if let closing { closings[index] = closing }
        }
      }
      _ = try walk.take()
      current = gates(at: line.at)
      reached = line.at
      let closedAnew = closedAnew(at: line.at)
      if current == before, closedAnew.isEmpty { return }
      for (index, name) in names.enumerated() {
        let old = before.first { $0.name == name }
        let new = current.first { $0.name == name }
        guard let new, old?.opens != new.opens || old == nil || closedAnew.contains(new.word),
          let event = try walk.record()
        else { continue }
        closings[index] = .event(event)
      }
    }
    return closings
  }

  /// The closed gates that the event taken last found open: those of the effects that it orders, as
  /// of a request that leaves with the answer to the one before.
  private func closedAnew(at instant: Instant) -> [GateWord] {
    if walk.party() != party { return [] }
    return gated.filter { walk.ordered($0) != nil }.flatMap { effect in
      (walk.gates(effect, party, instant) ?? []).map { $0.word }
    }
  }

  /// Finds the instant between two others at which time alone closed a gate; `nil` where it did
  /// not.
  func closingByTime(
    of name: String, from start: Instant, to end: Instant
  ) -> HoldExplanation.Turn? {
    func isClosed(_ instant: Instant) -> Bool {
      gates(at: instant).contains { $0.name == name }
    }
    if isClosed(start) || !isClosed(end) { return nil }
    return .time(firstInstant(from: start, to: end, where: isClosed))
  }
}

// MARK: - When it did happen

extension TraceHistory {
  private func lastEffect(
    named name: String, of party: String, before next: Int
  ) throws(Diagnostic) -> ErasedRecord? {
    if !summary.isInputsOnly {
      return try findBack(from: next - 1) { isEffect($0.record, name, of: party) }?.record
    }
    var found: ErasedRecord?
    try visitSectionsBack(from: next - 1) { (section) throws(Diagnostic) in
      try section.visitEvents { (_, _) throws(Diagnostic) in
        found = try ordered(name, of: party, section.walk) ?? found
      }
      return found != nil
    }
    return found
  }

  private func firstEffect(
    named name: String, of party: String, from next: Int
  ) throws(Diagnostic) -> ErasedRecord? {
    if !summary.isInputsOnly {
      return try findOn(from: next) { isEffect($0.record, name, of: party) }?.record
    }
    var found: ErasedRecord?
    try visitEvents(from: next) { (walk, _) throws(Diagnostic) in
      found = try ordered(name, of: party, walk)
      return found != nil
    }
    return found
  }

  /// The last event of an instant at which the machine orders the effect.
  private func order(
    of name: String, by party: String, at instant: Instant, before next: Int
  ) throws(Diagnostic) -> ErasedRecord? {
    var first = next
    while first > 0, try entry(at: first - 1).record.at == instant { first -= 1 }
    let walk = try walk(before: first)
    var found: ErasedRecord?
    for _ in first..<next {
      guard let line = try walk.next() else { break }
      if line.kind != .event {
        _ = try walk.take()
      } else if try ordered(name, of: party, walk) != nil {
        found = walk.event()
      }
    }
    return found
  }

  private func isEffect(_ record: ErasedRecord, _ name: String, of party: String) -> Bool {
    record.kind == .effect && record.name == name && record.party == party
  }

  /// Takes an event; the effect of this name that it orders, as a record that the trace does not
  /// have.
  private func ordered(
    _ name: String, of party: String, _ walk: AnyTraceWalk
  ) throws(Diagnostic) -> ErasedRecord? {
    try walk.take() == .folded && walk.party() == party ? walk.ordered(name) : nil
  }

  /// The events that order an effect, by folding the whole trace.
  private func orderers(
    of name: String, by party: String
  ) throws(Diagnostic) -> [HoldExplanation.Orderer] {
    var counts = KeyedList<String, HoldExplanation.Orderer>()
    try visitEvents(from: 0) { (walk, _) throws(Diagnostic) in
      guard try ordered(name, of: party, walk) != nil else { return false }
      let orderer = walk.name()
      counts[orderer, default: HoldExplanation.Orderer(event: orderer, count: 0)].count += 1
      return false
    }
    return counts.values.sorted { $0.count > $1.count }
  }
}
