import EventSourcing
import Replay

/// A place in a trace from which it can be folded on.
struct Checkpoint {
  /// The number of records before it.
  let position: Int
  /// When its first record was recorded.
  let at: Instant
  /// When the record before it was recorded, or the trace began.
  let previous: Instant
  /// Opens a walk there.
  let mark: AnyTraceWalk.Mark
  /// The number of its records, up to the next checkpoint.
  var count = 0
  /// The lowest and the highest number of these records; damaged traces have them in any order.
  var lowest = Int64.max
  var highest = Int64.min

  mutating func add(_ seq: Int64) {
    count += 1
    lowest = min(lowest, seq)
    highest = max(highest, seq)
  }

  /// Takes over the records of the checkpoint that follows, which is dropped.
  mutating func join(_ next: Checkpoint) {
    count += next.count
    lowest = min(lowest, next.lowest)
    highest = max(highest, next.highest)
  }
}

/// The checkpoints of a trace of any length: when there are too many, every second one goes.
struct Checkpoints {
  private(set) var all: [Checkpoint] = []
  private var interval = 512

  /// The number that is kept: what they need is bounded, and a trace is folded on from close by.
  static var limit: Int { 256 }

  /// Whether the next record begins a new section of the trace.
  var isDue: Bool { all.last.map { $0.count >= interval } ?? true }

  mutating func start(_ checkpoint: Checkpoint) {
    if all.count == Checkpoints.limit { thin() }
    all.append(checkpoint)
  }

  /// Counts a record to the last checkpoint.
  mutating func add(_ seq: Int64) { all[all.count - 1].add(seq) }

  private mutating func thin() {
    var kept: [Checkpoint] = []
    for (index, checkpoint) in all.enumerated() {
      if index % 2 == 0 { kept.append(checkpoint) } else { kept[kept.count - 1].join(checkpoint) }
    }
    all = kept
    interval *= 2
  }
}
