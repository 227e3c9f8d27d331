import EventSourcing
import Platform
import Testing

struct EntryRangesTests {
  @Test(
    arguments: [
      ([1, 2, 3], [1...3]),
      ([3, 1], [1...1, 3...3]),
      ([3, 1, 2], [1...3]),
      ([5, 4], [4...5]),
      ([1, 4, 8, 5], [1...1, 4...5, 8...8]),
      ([.max, 0, .max - 1], [0...0, (.max - 1)...(.max)]),
    ] as [([Int64], [ClosedRange<Int64>])])
  func `entries in any order are kept as ranges with gaps between them`(
    entries: [Int64], ranges: [ClosedRange<Int64>]
  ) {
    var set = EntryRanges()
    let added = entries.map { set.insert($0) }
    #expect(!added.contains(false))
    #expect(set.ranges == ranges.map { EntryRange(first: $0.lowerBound, last: $0.upperBound) })
    #expect(set.count == Int64(entries.count))
  }

  @Test func `an entry that is there already is not added, wherever it stands`() {
    let entries: [Int64] = [1, 2, 3, 7, 10]
    var set = EntryRanges()
    _ = entries.map { set.insert($0) }
    let before = set
    let added = entries.map { set.insert($0) }
    #expect(!added.contains(true))
    #expect(set == before)
  }
}
