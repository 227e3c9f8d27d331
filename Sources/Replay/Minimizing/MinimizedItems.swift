import EventSourcing
import Simulation

/// One item of a trace that is made smaller: it happens at some time and has values.
protocol MinimizedItem: Equatable {
  /// When it happens.
  var at: Instant { get set }
  /// The same item with one value simpler, the simplest first.
  var simpler: [Self] { get }
}

/// The items of a trace, whose times count from its start.
struct MinimizedItems<Item: MinimizedItem>: Shrinkable {
  var parts: [Item]
  let start: Instant

  func without(_ range: Range<Int>, way: Int) -> [MinimizedItems] {
    var rest = self
    rest.parts.removeSubrange(range)
    return [rest]
  }

  func time(before place: Int) -> TimeSpan {
    parts[place].at - (place == 0 ? start : parts[place - 1].at)
  }

  mutating func setTime(before place: Int, to time: TimeSpan) {
    let span = time - self.time(before: place)
    for later in place..<parts.count { parts[later].at = parts[later].at + span }
  }

  static func simpler(_ item: Item) -> [Item] { item.simpler }
}

/// Is called after every list that was tried; false ends the minimizing with what is left.
public typealias MinimizingProgress = (_ left: Int, _ tries: Int) -> Bool

/// Makes the items of a trace as few and as simple as possible; `reduced` gives those that are left
/// of a list, or `nil` where they do not show what they have to.
func minimized<Item: MinimizedItem>(
  _ items: [Item], from start: Instant, progress: @escaping MinimizingProgress,
  reduced: @escaping ([Item]) -> [Item]?
) -> (items: [Item], tries: Int) {
  var shrinker = Shrinker(MinimizedItems(parts: items, start: start), goesOn: progress) {
    candidate in
    reduced(candidate.parts).map { MinimizedItems(parts: $0, start: start) }
  }
  repeat {
    shrinker.deleteParts()
  } while shrinker.makesSmaller {
    $0.roundTimes()
    $0.simplifyValues()
  }
  return (shrinker.smallest.parts, shrinker.tries)
}

extension Vocabulary {
  /// The same case with one value simpler or left out, but for the number of its request.
  ///
  /// Numbers become rounder alone: most others were never recorded, such as a status of 0.
  var simpler: [Self] {
    Simplifier.versions(of: self, keeping: Self.requestField, plain: []) { $0.fields(&$1) }
  }
}
