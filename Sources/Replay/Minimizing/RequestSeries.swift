import EventSourcing
import Simulation

extension Engine {
  /// The numbers of the requests that a party makes by effects, in their order.
  func requests(_ effects: some Sequence<S.Machine.Effect>, by party: String) -> [Int64] {
    effects.compactMap { S.request(of: $0, by: party, in: state)?.id }
  }

  /// The effects of a party with these numbers for their requests, which go on from the last one.
  func renumbered(
    _ effects: [S.Machine.Effect], by party: String, _ numbers: [Int64]
  ) -> [S.Machine.Effect] {
    guard let last = numbers.last else { return effects }
    var place = 0
    return effects.map { effect in
      guard S.request(of: effect, by: party, in: state)?.id != nil else { return effect }
      defer { place += 1 }
      let beyond = Int64(place - numbers.count + 1)
      return effect.renumbered(place < numbers.count ? numbers[place] : last + beyond)
    }
  }
}

/// The number of each party's last request while a trace is folded.
struct LastRequests {
  private var numbers: [String: Int64] = [:]

  /// The number of a party's last request; 0 where it made none.
  subscript(party: String) -> Int64 { numbers[party] ?? 0 }

  /// Counts the requests that a party has just ordered.
  mutating func count<S: System>(of party: String, in engine: Engine<S>) {
    if let last = engine.requests(engine.effects.ordered, by: party).last { numbers[party] = last }
  }
}
