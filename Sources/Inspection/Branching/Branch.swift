import EventSourcing

/// A way on from a moment of a trace that somebody chooses step by step: the trace up to there, and
/// then what the machine gives.
package struct Branch {
  /// The branch as a trace of its own.
  package let bytes: [UInt8]
  /// The instant that it has reached.
  package let at: Instant
  /// The number of the first record of each step that was taken.
  package let steps: [Int64]
  /// The ways in which it can go on.
  package let moves: [BranchMove]
  /// The step that cannot be taken here, with all after it; `nil` where all were.
  package let refused: String?
}

/// A way in which a branch can go on.
package struct BranchMove: Equatable, Sendable {
  /// The kinds of moves, in the order in which they are listed.
  package enum Kind: String, CaseIterable, Sendable {
    case time, network, app
  }

  /// Whether time passes, the network does something, or the app, the user or the system.
  package let kind: Kind
  /// The party that it happens to; empty where it is all of them.
  package let party: String
  /// The move in words, by which it is chosen.
  package let text: String
  /// The event as a line of a trace, to be chosen with other data; `nil` for all other moves.
  package let line: String?
}
