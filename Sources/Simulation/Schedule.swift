import EventSourcing

/// What is still to come, in the one order in which it happens.
///
/// At one instant answers come in the order of their requests, then timers in the order in which
/// they were set. Adding and taking cost the logarithm of what waits.
struct Schedule<Item: Sendable>: Sendable {
  /// When an item happens, and its place among those of the same instant.
  struct Time: Comparable, Sendable {
    var at: Instant
    var rank: Rank
    /// The record that led to it.
    var cause: Int64
    /// Tells apart the items of one cause.
    var number: Int64

    static func < (left: Time, right: Time) -> Bool {
      if left.at != right.at { return left.at < right.at }
      if left.rank != right.rank { return left.rank.rawValue < right.rank.rawValue }
      if left.cause != right.cause { return left.cause < right.cause }
      return left.number < right.number
    }
  }

  /// What comes first at one instant.
  enum Rank: Int, Sendable {
    case answer, timer
  }

  /// A place in the heap: small and without references, because it is moved often.
  private struct Entry: Sendable {
    var time: Time
    /// Where the item lies.
    var slot: Int
  }

  private var heap: [Entry] = []
  private var items: [Item?] = []
  private var free: [Int] = []
  private var added: Int64 = 0

  /// When the next item happens.
  var next: Instant? { heap.first?.time.at }

  /// Plans `item`; of two items with the same cause the one added first comes first.
  mutating func add(_ item: Item, at: Instant, rank: Rank, cause: Int64) {
    added += 1
    let time = Time(at: at, rank: rank, cause: cause, number: added)
    if let slot = free.popLast() {
      items[slot] = item
      heap.append(Entry(time: time, slot: slot))
    } else {
      heap.append(Entry(time: time, slot: items.count))
      items.append(item)
    }
    rise(from: heap.count - 1)
  }

  /// Takes the next item.
  mutating func take() -> (time: Time, item: Item)? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    if !heap.isEmpty {
      heap[0] = last
      sink(from: 0)
    }
    free.append(first.slot)
    return items[first.slot].take().map { (first.time, $0) }
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
      for child in [2 * index + 1, 2 * index + 2]
      where child < heap.count && heap[child].time < heap[least].time {
        least = child
      }
      if least == index { return }
      heap.swapAt(index, least)
      index = least
    }
  }
}
