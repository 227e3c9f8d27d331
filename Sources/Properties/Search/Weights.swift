import EventSourcing

/// Items to draw from, some of them more often than others.
struct Weights<Item: Sendable>: Sendable {
  private var items: [Item] = []
  /// The weights, apart from the items, so that a draw looks at these alone.
  private var weights: [Int64] = []
  private var total: Int64 = 0

  /// Whether there is nothing to draw.
  var isEmpty: Bool { total == 0 }

  /// Adds an item that is drawn `weight` times as often as one with weight 1.
  mutating func add(_ item: Item, weight: Int64) {
    guard weight > 0 else { return }
    items.append(item)
    weights.append(weight)
    total += weight
  }

  /// One of the things.
  func draw(_ stream: inout RandomStream) -> Item? {
    var place = stream.below(total)
    for index in weights.indices {
      if place < weights[index] { return items[index] }
      place -= weights[index]
    }
    return nil
  }

  /// Leaves some items out and gives the others very different weights (swarm testing), so that
  /// some runs have much of one kind and none of another.
  static func swarm(
    _ all: [Item], weight own: (Item) -> Int64 = { _ in 1 }, _ stream: inout RandomStream
  ) -> Weights {
    var weights = Weights()
    let isEven = stream.chance(perThousand: 150)
    for item in all {
      let isLeftOut = stream.chance(perThousand: 500)
      let weight = stream.pick([1, 1, 3, 10, 40] as [Int64])
      if isEven {
        weights.add(item, weight: own(item))
      } else if !isLeftOut {
        weights.add(item, weight: weight * own(item))
      }
    }
    if weights.isEmpty { for item in all { weights.add(item, weight: own(item)) } }
    return weights
  }
}
