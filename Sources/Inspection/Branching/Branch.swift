import Diagnostics
import EventSourcing
import Replay
import Simulation
import Traces

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

/// Leaves a trace behind the record `seq` and takes the steps: each is a move in its words, or an
/// event as a line of a trace.
package func branch<S: System>(
  from input: ReplayInput, as system: S.Type, behind seq: Int64, _ steps: [String]
) throws(Diagnostic) -> Branch {
  let (_, start) = try whatIf(
    input, as: S.self, TraceChanges(), upTo: seq, recording: true)
  var run = try BranchRun<S>(ReplayInput(file: input.file, bytes: start.bytes))
  var taken: [Int64] = []
  for step in steps {
    let first = run.next
    guard try run.take(step) else { return run.finish(taken, refused: step) }
    taken.append(first)
  }
  return run.finish(taken, refused: nil)
}
