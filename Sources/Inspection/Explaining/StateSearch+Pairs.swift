import Diagnostics
import Replay
import Traces

extension StateSearch {
  // MARK: - Two fields

  /// Leaves out what one event writes into two fields, or what all events of its name do: one rule
  /// may write both.
  mutating func changePairs() throws(Diagnostic) {
    var tried: Set<Pair> = []
    for place in 0...places.last {
      for pair in pairs(at: place) {
        let (one, other) = (pair[0], pair[1])
        let state = places.state(after: place, with: one, places.value(of: one, before: place))
          .flatMap { $0.setting(places.prefix + other, to: places.value(of: other, before: place)) }
        guard let state else { continue }
        if case .exact = try verdict(of: state, at: place) {
          add(one, other, from: place, repeats: false)
          continue
        }
        let event = places.event(at: place)
        guard !places.isInside(at: place),
          tried.insert(Pair(event: event.name, ways: pair)).inserted
        else { continue }
        var again = repetition(one, .unchanged, from: place)
        again.others = [other]
        if case .exact = try verdict(of: state, at: place, again) {
          add(one, other, from: place, repeats: true)
        }
      }
    }
  }

  private struct Pair: Hashable {
    let event: String
    let ways: [[ValueStep]]
  }

  /// The greatest number of fields that an event may write for its pairs to be tried: one that
  /// writes more is a launch, where each rule writes only a few.
  private static let most = 10

  /// The pairs of single fields that the event at a place writes, in the order of the state.
  private func pairs(at place: Int) -> [[[ValueStep]]] {
    let ways = places.nodes(after: place).filter { $0.isWhole && places.writes($0.way, at: place) }
      .map(\.way).filter { way in !way.contains { $0.isElement } }
    guard ways.count > 1, ways.count <= StateSearch.most else { return [] }
    return ways.indices.flatMap { first in
      ways[(first + 1)...].map { [ways[first], $0] }
    }
  }

  private mutating func add(
    _ way: [ValueStep], _ other: [ValueStep], from place: Int, repeats: Bool
  ) {
    var found = change(
      way, places.value(of: way, before: place), from: place, last: place, isUnchanged: true,
      repeats: repeats)
    found.also = [other.path]
    add(found)
  }
}
