import EventSourcing

/// The order in which due things happen: a heap of small entries that say where the rest is.
///
/// At one instant what arrives comes in the order of its causes, then requests time out, then
/// timers fire in the order in which they were set. An entry may outlive what it points to, which
/// its owner has to check. Adding and taking cost the logarithm of what waits.
struct Schedule<Item: Sendable>: Sendable {
  typealias Time = ScheduleTime

  private var heap: [(time: Time, item: Item)] = []

  /// The first entry.
  var first: (time: Time, item: Item)? { heap.first }

  /// Plans an item.
  mutating func add(_ item: Item, at time: Time) {
    heap.append((time, item))
    rise(from: heap.count - 1)
  }

  /// Takes the first entry.
  @discardableResult mutating func take() -> (time: Time, item: Item)? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    if !heap.isEmpty {
      heap[0] = last
      sink(from: 0)
    }
    return first
  }

  private mutating func rise(from start: Int) {
    var index = start
    while index > 0 {
      let parent = (index - 1) / 2
      guard heap[index].time < heap[parent].time else { return }
      heap.swapAt(index, parent)
      index = parent
    }
  }

  private mutating func sink(from start: Int) {
    var index = start
    while true {
      var least = index
      for child in (2 * index + 1)...(2 * index + 2)
      where child < heap.count && heap[child].time < heap[least].time {
        least = child
      }
      if least == index { return }
      heap.swapAt(index, least)
      index = least
    }
  }
}

/// The instant at which something is due, and its place among others of that instant.
struct ScheduleTime: Comparable, Sendable {
  var at: Instant
  var rank: Rank
  /// The record that led to it.
  var cause: Int64
  /// The place among what has the same cause.
  var order: Int64

  /// The order of things at one instant.
  enum Rank: Int, Sendable {
    case arrival, timeout, timer
  }

  static func < (left: ScheduleTime, right: ScheduleTime) -> Bool {
    if left.at != right.at { return left.at < right.at }
    if left.rank != right.rank { return left.rank.rawValue < right.rank.rawValue }
    if left.cause != right.cause { return left.cause < right.cause }
    return left.order < right.order
  }
}
