import EventSourcing

/// A set of entry numbers kept as ranges: a device counts up, so it stays small.
struct EntryRanges: Equatable, Sendable {
  /// Disjoint, with gaps between them, in rising order.
  private(set) var ranges: [EntryRange] = []

  /// Adds `entry`; `false` when it was there already.
  mutating func insert(_ entry: Int64) -> Bool {
    var place = ranges.count
    while place > 0, ranges[place - 1].first > entry { place -= 1 }
    let below = place > 0 ? ranges[place - 1].last : nil
    if let below, below >= entry { return false }
    let joinsBelow = below.map { $0 == entry - 1 } ?? false
    let joinsAbove = place < ranges.count && ranges[place].first - 1 == entry
    switch (joinsBelow, joinsAbove) {
    case (true, true):
      ranges[place - 1].last = ranges[place].last
      ranges.remove(at: place)
    case (true, false): ranges[place - 1].last = entry
    case (false, true): ranges[place].first = entry
    case (false, false): ranges.insert(EntryRange(first: entry, last: entry), at: place)
    }
    return true
  }
}

/// Entry numbers from `first` to `last`, both included.
struct EntryRange: Record {
  var first: Int64
  var last: Int64

  static var sample: EntryRange { EntryRange(first: 0, last: 0) }

  func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> EntryRange {
    EntryRange(first: try visitor("first", first), last: try visitor("last", last))
  }
}
