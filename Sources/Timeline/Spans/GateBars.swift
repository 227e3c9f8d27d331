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
  private var closed: [[[Stretch]]] = []
  private var stretches: [Stretch] = []

  /// The time during which one gate holds one effect back.
  private struct Stretch {
    var party: Int
    var effect: Int
    var gate: Int
    var from: Instant
    var since: Int
    /// The instant at which time alone opens the gate, as long as it is closed.
    var opens: Instant?
    var to: Instant?
    var until: Int?

    /// Orders stretches so that those that differ in their effects alone are neighbours.
    func precedes(_ other: Stretch) -> Bool {
      let one = (since, party, gate, to?.milliseconds ?? .max, until ?? -1)
      let two = (
        other.since, other.party, other.gate, other.to?.milliseconds ?? .max, other.until ?? -1
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
    var gates: [Stretch] = []
    swap(&gates, &closed[party][effect])
    if !gates.isEmpty { open(&gates, at: now, row: row, held: held) }
    for gate in held {
      let index = index(of: gate)
      if let place = gates.firstIndex(where: { $0.gate == index }) {
        gates[place].opens = gate.opens
      } else {
        gates.append(
          Stretch(
            party: party, effect: effect, gate: index, from: now, since: row, opens: gate.opens))
      }
    }
    swap(&gates, &closed[party][effect])
  }

  /// Ends what time or the event of `row` has opened.
  private mutating func open(
    _ closed: inout [Stretch], at now: Instant, row: Int, held: [HeldGate]
  ) {
    var place = 0
    while place < closed.count {
      var stretch = closed[place]
      if let opens = stretch.opens, opens <= now {
        stretch.to = opens
      } else if !held.contains(where: { $0.name == gates[stretch.gate].name }) {
        (stretch.to, stretch.until) = (now, row)
      } else {
        place += 1
        continue
      }
      stretches.append(stretch)
      closed.remove(at: place)
    }
  }

  /// Every bar, those of one gate that held several effects back as one, by the row of their start.
  func finished() -> [Bar] {
    var all = stretches
    for var stretch in closed.joined().joined() {
      stretch.to = stretch.opens
      all.append(stretch)
    }
    all.sort { $0.precedes($1) }
    var merged: [Bar] = []
    for stretch in all {
      let bar = Bar(
        party: stretch.party, gate: gates[stretch.gate].name,
        effects: [effects[stretch.effect]], from: stretch.from, to: stretch.to,
        since: stretch.since, until: stretch.until)
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
