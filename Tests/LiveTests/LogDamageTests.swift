import Live
import Testing

/// What recovery makes of every small damage there can be.
struct LogDamageTests {
  private static let commits = [1, 2, 3, 1, 2, 4]
  private static let count = Int64(commits.reduce(0, +))

  private func contents() throws -> [String: [UInt8]] {
    try LogSample.log(commits: Self.commits, in: FaultyStore()).store.contents
  }

  @Test func `an intact log reads as it was written`() throws {
    let found = try LogSample.read(FaultyStore(try contents()))
    #expect(found.records == Array(1...Self.count))
    #expect(found.gaps.isEmpty)
    #expect(found.tail == nil)
    #expect(try contents().count > 2)
  }

  @Test func `of a log cut at any byte of its last segment the whole records stay`() throws {
    let contents = try contents()
    let last = try #require(contents.keys.max())
    let whole = try #require(contents[last])
    let ends = (1...Self.count).map { whole.firstEnd(of: LogSample.line($0)) }
    let firstRecord = try #require(ends.compactMap { $0 }.min())
    let beginning = firstRecord - LogSample.line(Self.count).count - 12
    for size in 0..<whole.count {
      var cut = contents
      cut[last] = Array(whole[..<size])
      let found = try LogSample.read(FaultyStore(cut))
      let kept = ends.filter { $0 ?? 0 <= size }.count
      #expect(found.records == Array(1...Int64(kept)), "cut at \(size)")
      // The beginning of a segment was durable before the segment had its name.
      #expect(found.gaps.isEmpty == (size >= beginning), "cut at \(size)")
    }
  }

  @Test func `of a log with any byte changed every lost record is named`() throws {
    let contents = try contents()
    for (name, bytes) in contents.sorted(by: { $0.key < $1.key }) {
      for index in bytes.indices {
        for change: UInt8 in [0x01, 0x80] {
          var damaged = contents
          damaged[name]?[index] ^= change
          let found = try LogSample.read(FaultyStore(damaged))
          let place = "byte \(index) of \(name)"
          LogSample.expectNamed(Set(1...Self.count), in: found, place)
          #expect(found.records == found.records.sorted(), "\(place)")
        }
      }
    }
  }

  @Test func `a segment that is missing and one of another log are gaps`() throws {
    let contents = try contents()
    let names = contents.keys.sorted()
    var without = contents
    without[names[1]] = nil
    let missing = try LogSample.read(FaultyStore(without))
    #expect(missing.gaps.map(\.kind) == [.missingSegment])
    #expect(missing.gaps.first?.segment == 2)

    var other = contents
    other[names[0]] = try LogSample.log(
      commits: Self.commits, of: String(repeating: "f", count: 32), in: FaultyStore()
    ).store.contents[names[0]]
    let swapped = try LogSample.read(FaultyStore(other))
    #expect(swapped.gaps.map(\.kind) == [.otherSegment])
    #expect(swapped.gaps.first?.missing == nil)
  }

  @Test func `a folder without a whole segment has no log`() throws {
    #expect(throws: LogError.none) { try LogReader(FaultyStore()) }
    #expect(throws: LogError.noHeader) { try LogReader(FaultyStore([SegmentName.file(1): []])) }
    let noise = [UInt8](repeating: 0x7B, count: 10_000)
    #expect(throws: LogError.noHeader) { try LogReader(FaultyStore([SegmentName.file(1): noise])) }
  }

  @Test func `a last segment that was zeroed, emptied or cut short in its beginning is a gap`()
    throws
  {
    let contents = try contents()
    let last = try #require(contents.keys.max())
    let whole = try #require(contents[last])
    for damaged in [Array(repeating: 0, count: whole.count), [], Array(whole[..<100])] {
      var disk = contents
      disk[last] = damaged
      let found = try LogSample.read(FaultyStore(disk))
      #expect(found.gaps.map(\.kind) == [.damaged], "\(damaged.count) bytes")
      #expect(found.gaps.first?.after == nil)
      // Whoever goes on all the same keeps the gap, and what is written then can be read.
      var log = try DurableLog(continuing: found.reader)
      let seq = found.reader.lastSeq + 1
      log.append(LogSample.line(seq))
      try log.commit()
      let later = try LogSample.read(log.store)
      #expect(later.records.last == seq)
      #expect(later.gaps.count == 1)
    }
  }

  @Test func `the name of a segment that cannot be leaves no endless search for those before`()
    throws
  {
    var contents = try contents()
    let far = try LogSample.log(commits: [1], in: FaultyStore()).store.contents
    contents[SegmentName.file(999_999_999_999_999_999)] = far[SegmentName.file(1)]
    let found = try LogSample.read(FaultyStore(contents))
    #expect(found.gaps.first?.kind == .missingSegment)
    #expect(SegmentName.number(of: "9223372036854775807.segment") == nil)
  }
}

extension [UInt8] {
  /// Where `part` first ends; `nil` where it does not occur.
  fileprivate func firstEnd(of part: [UInt8]) -> Int? {
    indices.first { self[$0...].starts(with: part) }.map { $0 + part.count }
  }
}
