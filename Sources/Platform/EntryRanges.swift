import EventSourcing

/// A set of entry numbers kept as ranges: a device counts up, so it stays small.
public struct EntryRanges: Hashable, Sendable {
  /// The ranges in ascending order, with gaps between them.
  public private(set) var ranges: [EntryRange] = []

  /// Creates an empty set.
  public init() {}

  /// The number of entries.
  public var count: Int64 {
    ranges.reduce(0) { $0 &+ ($1.last &- $1.first &+ 1) }
  }

  /// Adds `entry`; `false` when it was there already.
  public mutating func insert(_ entry: Int64) -> Bool {
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
public struct EntryRange: Record {
  /// The lowest entry.
  public var first: Int64
  /// The highest entry.
  public var last: Int64

  /// Creates the range from `first` to `last`.
  public init(first: Int64, last: Int64) {
    self.first = first
    self.last = last
  }

  public static var sample: EntryRange { EntryRange(first: 0, last: 0) }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> EntryRange {
    EntryRange(first: try visitor("first", first), last: try visitor("last", last))
  }
}

extension EntryRanges: Described {
  public static var sample: EntryRanges { EntryRanges() }

  public func described<V: Visitor>(by visitor: inout V) throws(V.Failure) -> EntryRanges {
    var stored = self
    stored.ranges = try visitor.list(ranges)
    return stored
  }
}
