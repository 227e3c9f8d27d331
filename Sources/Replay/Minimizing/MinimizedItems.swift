import EventSourcing
import Simulation

/// One item of a trace that is made smaller: it happens at some time and has values.
protocol MinimizedItem: Equatable {
  /// Returns the item with one value simpler, by the number of the version in the order in which
  /// they are tried; `nil` where there are fewer.
  func simpler(_ version: Int) -> Self?
  /// The instant at which it happens.
  var at: Instant { get set }
}

/// The items of a trace, whose times count from its start.
private struct MinimizedItems<Item: MinimizedItem>: Shrinkable {
  var steps: [Item]
  let start: Instant

  static var waysToDelete: Int { 2 }

  /// Returns the rest at the same instants, or else as much earlier as what is left out took.
  func without(_ range: Range<Int>, way: Int) -> [MinimizedItems] {
    var rest = self
    if way > 0 {
      for place in range { rest[timeBefore: place] = .zero }
      if rest == self { return [] }
    }
    rest.steps.removeSubrange(range)
    return [rest]
  }

  func simpler(at place: Int, version: Int) -> Item? { steps[place].simpler(version) }

  subscript(timeBefore place: Int) -> TimeSpan {
    get { steps[place].at - (place == 0 ? start : steps[place - 1].at) }
    set {
      let span = newValue - self[timeBefore: place]
      for later in place..<steps.count { steps[later].at = steps[later].at + span }
    }
  }
}

/// Is called after every list that was tried; false ends the minimizing with what is left.
public typealias MinimizingProgress = (_ left: Int, _ tries: Int) -> Bool

/// Makes the items of a trace as few and as simple as possible; `reduced` returns the items left of
/// a list, or `nil` where they no longer show what they have to.
func minimized<Item: MinimizedItem>(
  _ items: [Item], from start: Instant, progress: @escaping MinimizingProgress,
  reduced: @escaping ([Item]) -> [Item]?
) -> (items: [Item], tries: Int) {
  var shrinker = Shrinker(MinimizedItems(steps: items, start: start), goesOn: progress) {
    candidate in
    reduced(candidate.steps).map { MinimizedItems(steps: $0, start: start) }
  }
  shrinker.repeatWhileSmaller {
    $0.deleteSteps()
    $0.roundTimes()
    $0.simplifyValues()
  }
  return (shrinker.smallest.steps, shrinker.tries)
}

extension Vocabulary {
  /// Returns the same case with one value simpler or left out, but for the number of its request.
  ///
  /// Numbers become rounder alone: most others were never recorded, such as a status of 0.
  func simpler(_ version: Int) -> Self? {
    Simplifier.version(version, of: self, keeping: Self.requestField, plain: []) { $0.fields(&$1) }
  }
}
