import EventSourcing
import Simulation

/// An exhaustive search: every interleaving of a small configuration, level by level, so that the
/// first counterexample is the shortest.
///
/// The work on the states of a level is cut into pieces of one size, and what they find is put
/// together in their order: the result is always the same, whatever the number of threads.
public struct Exploration<S: SearchableSystem>: Sendable {
  /// What is searched.
  public let space: SearchSpace<S>
  /// Where the search ends.
  public let bounds: SearchBounds

  /// Runs pieces of work with these numbers from 0, in any order and on any threads, and returns
  /// when all are done.
  public typealias Spread = (_ pieces: Int, _ work: @Sendable (Int) -> Void) -> Void

  /// The numbers of states of a piece of work, and of those that are taken from a level together,
  /// which decides their order.
  private static var pieceSize: Int { 64 }
  private static var batchSize: Int { 4_096 }

  /// Prepares a search.
  public init(_ space: SearchSpace<S>, bounds: SearchBounds = SearchBounds()) {
    self.space = space
    self.bounds = bounds
  }

  /// Searches. `progress` is called between pieces of work and ends the search by `false`.
  ///
  /// So many pieces are handed out `together`: none of them knows what the others find, and states
  /// that several of them find are healed by each.
  public func run(
    together: Int = 1,
    spread: Spread = { pieces, work in for piece in 0..<pieces { work(piece) } },
    progress: (SearchFigures) -> Bool = { _ in true }
  ) -> SearchOutcome<S> {
    var search = RunningSearch(space)
    while search.canGoOn(within: bounds) {
      search.beginLevel(isLast: search.figures.levels.count == bounds.depth)
      while let batch = search.takeBatch(of: Exploration.batchSize) {
        var rest = batch[...]
        while !rest.isEmpty {
          let states = rest.prefix(Exploration.pieceSize * together)
          rest = rest.dropFirst(states.count)
          let pieces = (states.count + Exploration.pieceSize - 1) / Exploration.pieceSize
          let results = Results<ExpandedPiece<S>>(count: pieces)
          let known = search.known
          spread(pieces) { piece in
            let first = states.startIndex + piece * Exploration.pieceSize
            let last = min(first + Exploration.pieceSize, states.endIndex)
            results[piece] = ExpandedPiece(states[first..<last], in: space, known: known)
          }
          for piece in 0..<pieces { search.add(results.take(piece)) }
        }
        if search.figures.states >= bounds.states { search.end(.states) }
        if !progress(search.figures) { search.end(.stopped) }
      }
    }
    return search.outcome
  }
}

/// Where an exhaustive search ends.
public struct SearchBounds: Sendable {
  /// How many moves a way may have; `nil` for as many as lead to new states.
  public var depth: Int?
  /// The greatest number of states found, give or take a piece of work.
  public var states: Int

  /// Chooses where a search ends.
  public init(depth: Int? = nil, states: Int = 100_000_000) {
    self.depth = depth
    self.states = states
  }
}

/// How far an exhaustive search has come.
public struct SearchFigures: Equatable, Sendable {
  /// The states found at each depth, that of the beginning being 0.
  public internal(set) var levels: [Int]
  /// The moves made.
  public internal(set) var transitions = 0

  /// Begins with these levels; that of the beginning has one state.
  public init(levels: [Int] = [1]) { self.levels = levels }

  /// The states found.
  public var states: Int { levels.reduce(0, +) }
}

/// Why an exhaustive search went no further.
public enum SearchEnd: Equatable, Sendable {
  /// No move leads to a new state.
  case exhausted
  /// The depth was reached.
  case depth
  /// There are as many states as it may find.
  case states
  /// A property is broken, and the level on which that was found is done.
  case violation
  /// It was stopped.
  case stopped
}

/// What an exhaustive search has found.
public struct SearchOutcome<S: SearchableSystem>: Sendable {
  /// How far it came.
  public let figures: SearchFigures
  /// Why it went no further.
  public let end: SearchEnd
  /// The first violation of each property, on a shortest way.
  public let counterexamples: [BrokenWay<S>]
  /// For each property whether its condition arose on any way.
  public let met: [Bool]
  /// The fingerprints of the states.
  let found: FingerprintSet
}

/// A way to a state in which a property is broken.
public struct BrokenWay<S: SearchableSystem>: Sendable {
  /// What is broken.
  public let violation: PropertyViolation
  /// How many moves lead there.
  public let depth: Int
  /// What to step a world by, in order.
  public let choices: [World<S>.Choice]
  /// Whether it shows only once every fault has ended and the world has come to rest.
  public let heals: Bool
  /// What the world was stepped by to get there.
  public let healing: [World<S>.Choice]
}

/// One result for each piece of work, written by the thread that does it.
private final class Results<Result>: @unchecked Sendable {
  private let slots: UnsafeMutableBufferPointer<Result?>

  init(count: Int) {
    slots = .allocate(capacity: count)
    slots.initialize(repeating: nil)
  }

  deinit {
    slots.deinitialize()
    slots.deallocate()
  }

  subscript(index: Int) -> Result? {
    get { slots[index] }
    set { slots[index] = newValue }
  }

  func take(_ index: Int) -> Result? { slots[index].take() }
}
