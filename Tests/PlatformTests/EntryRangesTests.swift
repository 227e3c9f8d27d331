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
    ] as [([Int64], [ClosedRange<Int64>])])
  func `entries in any order are kept as ranges with gaps between them`(
    entries: [Int64], ranges: [ClosedRange<Int64>]
  ) {
    var set = EntryRanges()
    for entry in entries { #expect(set.insert(entry)) }
    #expect(set.ranges == ranges.map { EntryRange(first: $0.lowerBound, last: $0.upperBound) })
    #expect(set.count == Int64(entries.count))
  }

  @Test func `an entry that is there already is not added, wherever it stands`() {
    var set = EntryRanges()
    for entry in [1, 2, 3, 7, 10] as [Int64] { #expect(set.insert(entry)) }
    let before = set
    for entry in [3, 1, 2, 10, 7] as [Int64] { #expect(!set.insert(entry)) }
    #expect(set == before)
  }

  @Test func `the lowest and the highest number are entries like others`() {
    var set = EntryRanges()
    for entry in [Int64.max, 0, .max - 1] { #expect(set.insert(entry)) }
    #expect(set.ranges.map(\.last) == [0, .max])
    #expect(!set.insert(.max))
  }
}
