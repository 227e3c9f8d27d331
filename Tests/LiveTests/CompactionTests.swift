import EventSourcing
import Testing

@testable import Live

/// A log whose segments begin with snapshots, and of which only the last ones are kept.
struct CompactionTests {
  /// A process that writes until its store lets it go no further.
  private struct Session {
    var store: FaultyStore
    var kept: Int?
    /// The last record that is durable.
    var acknowledged: Int64 = 0
    var last: Int64 = 0

    mutating func run() {
      guard var log = try? LogSample.log(in: store) else { return }
      write(CompactionTests.commits, to: &log)
    }

    mutating func write(_ commits: [Int], to log: inout DurableLog<FaultyStore>) {
      log.segmentLimit = 200
      log.keptSegments = kept
      for count in commits {
        for _ in 0..<count {
          last += 1
          log.append(LogSample.line(last))
        }
        if (try? log.commit()) != nil { acknowledged = last }
        guard log.waiting == 0 else { continue }
        if log.isSegmentFull, (try? log.beginSegment(with: LogSample.memory(last + 1))) != nil {
          last += 1
          acknowledged = last
        }
        try? log.writeSnapshot(LogSample.memory(last))
      }
    }
  }

  private static let commits = [3, 2, 4, 1, 5, 3, 2, 4, 3, 2]

  private func segments(_ store: FaultyStore) -> [Int64] {
    store.contents.keys.compactMap { SegmentName.number(of: $0) }.sorted()
  }

  private func run(kept: Int?) -> Session {
    var session = Session(store: FaultyStore(), kept: kept)
    session.run()
    return session
  }

  @Test func `every segment is kept unless it is said how many are`() throws {
    let session = run(kept: nil)
    let found = try LogSample.read(session.store)
    #expect(found.records == Array(1...session.last))
    #expect(segments(session.store).first == 1)
    #expect(segments(session.store).count > 4)
  }

  @Test(arguments: [1, 2, 3])
  func `of a log that keeps a few segments these are read, from their snapshot on`(
    kept: Int
  ) throws {
    let session = run(kept: kept)
    #expect(segments(session.store).count == kept)
    let found = try LogSample.read(session.store)
    #expect(found.gaps.isEmpty && found.tail == nil, "\(found.gaps)")
    let first = try #require(found.records.first)
    #expect(first > 1)
    #expect(found.records == Array(first...session.last))
    #expect(found.reader.firstHost == LogSample.memory(first).host)
  }

  @Test func `a crash at any call of a compaction leaves the old log or the new one`() throws {
    for kept in [1, 2] {
      let whole = run(kept: kept)
      for calls in 0...whole.store.calls {
        var session = Session(store: FaultyStore(), kept: kept)
        session.store.callsLeft = calls
        session.run()
        for seed in 0..<4 {
          var numbers = RandomStream(seed: UInt64(seed), name: "compaction \(calls)")
          try check(
            session.store.afterPowerFailure(&numbers), after: session, "\(kept) \(calls) \(seed)")
        }
      }
    }
  }

  private func check(_ disk: FaultyStore, after session: Session, _ place: String) throws {
    guard let found = try? LogSample.read(disk) else {
      #expect(session.acknowledged == 0, "\(place)")
      return
    }
    #expect(found.gaps.isEmpty, "\(place): \(found.gaps)")
    let last = found.reader.lastSeq
    #expect(session.acknowledged <= last && last <= session.last + 1, "\(place)")
    let first = found.records.first ?? 1
    #expect(found.records == (first..<(last + 1)).map { $0 }, "\(place)")
    var next = Session(store: disk, kept: session.kept, acknowledged: last, last: last)
    var log = try DurableLog(continuing: found.reader)
    next.write(Self.commits, to: &log)
    let again = try LogSample.read(disk)
    #expect(again.gaps.isEmpty && again.tail == nil, "\(place): \(again.gaps)")
    #expect(again.reader.lastSeq == next.last && next.acknowledged == next.last, "\(place)")
    #expect(segments(disk).count == session.kept, "\(place)")
  }

  @Test func `the first segment names the hash of the one before, which can be put back`() throws {
    let compacted = run(kept: 2).store.contents
    let first = try #require(compacted.keys.compactMap { SegmentName.number(of: $0) }.min())
    let before = SegmentName.file(first - 1)
    let archived = try #require(archive(kept: 2)[before])
    var disk = compacted
    disk[before] = archived
    #expect(try LogSample.read(FaultyStore(disk)).gaps.isEmpty)
    disk[before]?[archived.count / 2] ^= 1
    let gaps = try LogSample.read(FaultyStore(disk)).gaps
    #expect(gaps.map(\.kind) == [.otherSegment])
    #expect(gaps.first?.segment == first - 1)
  }

  /// Every segment that a run has ever had.
  private func archive(kept: Int) -> [String: [UInt8]] {
    let whole = run(kept: kept)
    var archive: [String: [UInt8]] = [:]
    for calls in 0...whole.store.calls {
      var session = Session(store: FaultyStore(), kept: kept)
      session.store.callsLeft = calls
      session.run()
      for (name, bytes) in session.store.contents
      where bytes.count >= archive[name]?.count ?? 0 && SegmentName.number(of: name) != nil {
        archive[name] = bytes
      }
    }
    return archive
  }

  @Test func `a compacted log without one of its segments has a gap`() throws {
    let contents = run(kept: 3).store.contents
    let names = contents.keys.filter { SegmentName.number(of: $0) != nil }.sorted()
    for name in names.dropLast() {
      var disk = contents
      disk[name] = nil
      let gaps = try LogSample.read(FaultyStore(disk)).gaps
      #expect(gaps.map(\.kind) == [.missingSegment], "\(name)")
      #expect(gaps.first?.segment == SegmentName.number(of: name))
    }
  }

  @Test func `of a compacted log with any byte changed every lost record is named`() throws {
    let session = run(kept: 2)
    let whole = Set(try LogSample.read(session.store).records)
    for (name, bytes) in session.store.contents where SegmentName.number(of: name) != nil {
      for index in bytes.indices {
        var disk = session.store.contents
        disk[name]?[index] ^= 0x01
        let found = try LogSample.read(FaultyStore(disk))
        LogSample.expectNamed(whole, in: found, "byte \(index) of \(name)")
      }
    }
  }

  @Test func `a damaged snapshot with nothing behind it is a gap, and no torn end`() throws {
    let store = FaultyStore()
    var log = try LogSample.log(commits: [4], in: store)
    try log.beginSegment(with: LogSample.memory(5))
    let last = try #require(segments(store).last)
    let bytes = try #require(store.contents[SegmentName.file(last)])
    for damaged in [Array(bytes.dropLast(3)), Array(bytes.dropLast(3)) + [0, 0, 0]] {
      var disk = store.contents
      disk[SegmentName.file(last)] = damaged
      let found = try LogSample.read(FaultyStore(disk))
      #expect(found.records == [1, 2, 3, 4])
      #expect(found.gaps.map(\.kind) == [.damaged])
      #expect(found.tail == nil)
    }
  }

  @Test func `a full disk keeps no snapshot and loses nothing`() throws {
    let store = FaultyStore()
    var log = try LogSample.log(commits: [4], in: store)
    store.capacity = 0
    #expect(throws: LogStoreError.full) { try log.writeSnapshot(LogSample.memory(4)) }
    #expect(throws: LogStoreError.full) { try log.beginSegment(with: LogSample.memory(5)) }
    // Nothing holds the space that the log needs.
    #expect(
      !store.contents.keys.contains { [LogSnapshot.draftName, SegmentName.draft].contains($0) })
    #expect(try LogSample.read(store).records == [1, 2, 3, 4])
    store.capacity = .max
    log.append(LogSample.line(5))
    try log.commit()
    let found = try LogSample.read(store)
    #expect(found.records == [1, 2, 3, 4, 5])
    #expect(found.gaps.isEmpty)
  }

  @Test func `two snapshots are kept`() throws {
    let names = run(kept: nil).store.contents.keys
    #expect(names.filter { LogSnapshot.seq(of: $0) != nil }.count == LogSnapshot.keptFiles)
    #expect(!names.contains(LogSnapshot.draftName))
  }
}
