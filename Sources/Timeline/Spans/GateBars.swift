import EventSourcing

/// The times during which gates were closed, as the events of a trace show them.
package struct GateBars: Sendable {
  /// One gate of one party, closed for a while.
  struct Bar: Equatable, Sendable {
    var party: Int
    var gate: String
    var effects: [String]
    var from: Instant
    /// The instant at which it opened; `nil` if it was still closed at the end.
    var to: Instant?
    /// The row of the event that closed it.
    var since: Int
    /// The row of the event that opened it; `nil` if time did, or if it is still closed.
    var until: Int?
  }

  /// A gate with its sentence, and whether time alone opens it.
  package struct Gate: Equatable, Sendable {
    var name: String
    var summary: String
    var isTimed: Bool
  }

  /// The gates seen, in the order in which they were first closed.
  private(set) var gates: [Gate] = []

  private var effects: [String] = []
  /// The gates that hold an effect of a party back now, by party and then by effect.
  private var closed: [[[ClosedGate]]] = []
  private var stretches: [Stretch] = []

  private struct ClosedGate {
    var gate: Int
    var from: Instant
    var since: Int
    var opens: Instant?
  }

  /// The time during which one gate held one effect back.
  private struct Stretch {
    var party: Int
    var effect: Int
    var closed: ClosedGate
    var to: Instant?
    var until: Int?

    /// Orders stretches so that those that differ in their effects alone are neighbours.
    func precedes(_ other: Stretch) -> Bool {
      let one = (closed.since, party, closed.gate, to?.milliseconds ?? .max, until ?? -1)
      let two = (
        other.closed.since, other.party, other.closed.gate, other.to?.milliseconds ?? .max,
        other.until ?? -1
      )
      return one == two ? effect < other.effect : one < two
    }
  }

  /// Compares the gates that hold effects back after the event of `row` with those before it.
  mutating func update(_ held: [HeldEffect], of party: Int, at now: Instant, row: Int) {
    while closed.count <= party { closed.append([]) }
    for (index, each) in held.enumerated() {
      let isKnown = effects.indices.contains(index) && effects[index] == each.effect
      update(
        isKnown ? index : effects.place(of: each.effect), of: party, at: now, row: row,
        held: each.gates)
    }
  }

  private mutating func update(
    _ effect: Int, of party: Int, at now: Instant, row: Int, held: [HeldGate]
  ) {
    while closed[party].count <= effect { closed[party].append([]) }
    // Taken out, the list is changed in place.
    var gates: [ClosedGate] = []
    swap(&gates, &closed[party][effect])
    if !gates.isEmpty { open(&gates, effect, of: party, at: now, row: row, held: held) }
    for gate in held {
      let index = index(of: gate)
      if let place = gates.firstIndex(where: { $0.gate == index }) {
        gates[place].opens = gate.opens
      } else {
        gates.append(ClosedGate(gate: index, from: now, since: row, opens: gate.opens))
      }
    }
    swap(&gates, &closed[party][effect])
  }

  /// Ends what time or the event of `row` has opened.
  private mutating func open(
    _ closed: inout [ClosedGate], _ effect: Int, of party: Int, at now: Instant, row: Int,
    held: [HeldGate]
  ) {
    var place = 0
    while place < closed.count {
      let gate = closed[place]
      if let opens = gate.opens, opens <= now {
        stretches.append(Stretch(party: party, effect: effect, closed: gate, to: opens))
      } else if !held.contains(where: { $0.name == gates[gate.gate].name }) {
        stretches.append(
          Stretch(party: party, effect: effect, closed: gate, to: now, until: row))
      } else {
        place += 1
        continue
      }
      closed.remove(at: place)
    }
  }

  /// Every bar, those of one gate that held several effects back as one, by the row of their start.
  func finished() -> [Bar] {
    var all = stretches
    for (party, lanes) in closed.enumerated() {
      for (effect, lane) in lanes.enumerated() {
        all += lane.map {
          Stretch(party: party, effect: effect, closed: $0, to: $0.opens)
        }
      }
    }
    all.sort { $0.precedes($1) }
    var merged: [Bar] = []
    for stretch in all {
      let bar = Bar(
        party: stretch.party, gate: gates[stretch.closed.gate].name,
        effects: [effects[stretch.effect]], from: stretch.closed.from, to: stretch.to,
        since: stretch.closed.since, until: stretch.until)
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

  private mutating func index(of gate: HeldGate) -> Int {
    if let index = gates.firstIndex(where: { $0.name == gate.name }) {
      if gate.opens != nil { gates[index].isTimed = true }
      return index
    }
    gates.append(Gate(name: gate.name, summary: gate.summary, isTimed: gate.opens != nil))
    return gates.count - 1
  }
}

extension Array where Element: Equatable {
  /// Finds the place of an element, and adds one that is not there yet.
  mutating func place(of element: Element) -> Int {
    if let place = firstIndex(of: element) { return place }
    append(element)
    return count - 1
  }
}
