import EventSourcing

/// The times during which gates were closed, as the events of a trace show them.
struct GateBars: Sendable {
  /// One gate of one party, closed for a while.
  struct Bar: Equatable, Sendable {
    var party: Int
    var gate: String
    /// The effects that it held back.
    var effects: [String]
    var from: Instant
    /// When it opened; `nil` where it was still closed at the end.
    var to: Instant?
    /// The row of the event that closed it.
    var since: Int
    /// The row of the event that opened it; `nil` where time did or nothing has.
    var until: Int?
  }

  /// What one gate says, and whether time alone opens it.
  struct Gate: Equatable, Sendable {
    var name: String
    var summary: String
    var isTimed: Bool
  }

  /// The gates seen, in the order in which they were first closed.
  private(set) var gates: [Gate] = []

  private var effects: [String] = []
  private var closed: [Key: Closed] = [:]
  private var bars: [Bar] = []

  private struct Key: Hashable {
    var party: Int
    var effect: String
    var gate: String
  }

  private struct Closed {
    var from: Instant
    var since: Int
    var opens: Instant?
  }

  /// Compares the gates that hold an effect back after the event of `row` with those before it.
  mutating func update(
    _ effect: String, of party: Int, at now: Instant, row: Int, held: [HeldGate]
  ) {
    if !effects.contains(effect) { effects.append(effect) }
    for gate in gates {
      let key = Key(party: party, effect: effect, gate: gate.name)
      guard let bar = closed[key] else { continue }
      if let opens = bar.opens, opens <= now {
        end(key, at: opens, until: nil)
      } else if !held.contains(where: { $0.name == gate.name }) {
        end(key, at: now, until: row)
      }
    }
    for gate in held {
      note(gate)
      let key = Key(party: party, effect: effect, gate: gate.name)
      closed[key, default: Closed(from: now, since: row)].opens = gate.opens
    }
  }

  /// Every bar, those of one gate that held several effects back as one, by the row of their start.
  func finished() -> [Bar] {
    var all = bars
    for (key, bar) in closed { all.append(made(key, bar, to: bar.opens, until: nil)) }
    all.sort { order($0).lexicographicallyPrecedes(order($1)) }
    var merged: [Bar] = []
    for bar in all {
      if var last = merged.last {
        last.effects = bar.effects
        if last == bar {
          merged[merged.count - 1].effects += bar.effects
          continue
        }
      }
      merged.append(bar)
    }
    return merged
  }

  private mutating func end(_ key: Key, at instant: Instant, until row: Int?) {
    guard let bar = closed.removeValue(forKey: key) else { return }
    bars.append(made(key, bar, to: instant, until: row))
  }

  private func made(_ key: Key, _ bar: Closed, to: Instant?, until: Int?) -> Bar {
    Bar(
      party: key.party, gate: key.gate, effects: [key.effect], from: bar.from, to: to,
      since: bar.since, until: until)
  }

  private mutating func note(_ gate: HeldGate) {
    if let index = gates.firstIndex(where: { $0.name == gate.name }) {
      if gate.opens != nil { gates[index].isTimed = true }
    } else {
      gates.append(Gate(name: gate.name, summary: gate.summary, isTimed: gate.opens != nil))
    }
  }

  /// Bars that differ in their effects alone come one after the other.
  private func order(_ bar: Bar) -> [Int64] {
    let gate = gates.firstIndex { $0.name == bar.gate } ?? 0
    return [
      Int64(bar.since), Int64(bar.party), Int64(gate), bar.to?.milliseconds ?? .max,
      Int64(bar.until ?? -1), Int64(bar.effects.first.map { effectOrder($0) } ?? 0),
    ]
  }

  private func effectOrder(_ name: String) -> Int { effects.firstIndex(of: name) ?? 0 }
}
