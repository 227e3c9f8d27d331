import EventSourcing

/// New sequence numbers for old ones.
///
/// Kept as runs, of which an undamaged trace has a single one, and searched by halving. Numbers
/// that do not rise, as those of a damaged trace, stand beside the runs.
struct Renumbering {
  private var runs: [(old: Int64, new: Int64, count: Int64)] = []
  private var repeated: [Int64: Int64] = [:]
  private var highest: Int64?
  /// Below it, every record keeps its number.
  private var kept: Int64 = .min

  /// Keeps `seq` as the first number of the trace, and every number before it: those records are in
  /// the log that was before. Returns the number before it; 0 where that cannot be a first number.
  mutating func start(at seq: Int64) -> Int64 {
    guard seq > 0, seq < .max / 2 else { return 0 }
    kept = seq
    return seq - 1
  }

  /// Records that the record `old` has the number `new`; a number that stands twice means the
  /// record that was added last.
  mutating func add(old: Int64, new: Int64) {
    if let highest, old <= highest {
      repeated[old] = new
      return
    }
    highest = old
    if let run = runs.last, old == run.old &+ run.count, new == run.new &+ run.count {
      runs[runs.count - 1].count += 1
    } else {
      runs.append((old, new, 1))
    }
  }

  /// The new number of the record `old`; `nil` where there is none.
  subscript(old: Int64) -> Int64? {
    if old < kept { return old }
    if let new = repeated[old] { return new }
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].old <= old { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let run = runs[low - 1]
    // A file may hold any number, so differences wrap as `add` does.
    let offset = old &- run.old
    return (0..<run.count).contains(offset) ? run.new + offset : nil
  }
}

extension LogRecord {
  /// The record under another number; an effect without a cause belongs to the event before it.
  func renumbered(_ seq: Int64, cause: Int64?, after lastEvent: Int64) -> LogRecord {
    switch self {
    case .event(var event):
      (event.seq, event.cause) = (seq, cause)
      return .event(event)
    case .effect(var effect):
      (effect.seq, effect.cause) = (seq, cause ?? lastEvent)
      return .effect(effect)
    case .state(_, let at, let party, let hash):
      return .state(seq: seq, at: at, party: party, hash: hash)
    case .note(_, let at, let party, let text):
      return .note(seq: seq, at: at, party: party, text: text)
    case .snapshot(_, let at, let party, let json):
      return .snapshot(seq: seq, at: at, party: party, json: json)
    }
  }
}
