import EventSourcing
import Testing

@testable import Live

struct DurableLogTests {
  /// A process that writes records until its store lets it go no further.
  private struct Session {
    var store: FaultyStore
    /// The last record that a commit has made durable.
    var acknowledged: Int64 = 0
    var last: Int64 = 0

    mutating func run(commits: [Int]) {
      guard var log = try? LogSample.log(in: store) else { return }
      write(commits, to: &log)
    }

    mutating func write(_ commits: [Int], to log: inout DurableLog<FaultyStore>) {
      for count in commits {
        for _ in 0..<count {
          last += 1
          log.append(LogSample.line(last))
        }
        // Twice: what failed once may come through.
        for _ in 0..<2 where (try? log.commit()) != nil { acknowledged = last }
      }
    }
  }

  private static let commits = [1, 3, 2, 5, 1, 1, 4, 2]

  @Test func `what was acknowledged survives a power failure at any call`() throws {
    var whole = Session(store: FaultyStore())
    whole.run(commits: Self.commits)
    #expect(whole.acknowledged == 19)
    for calls in 0...whole.store.calls {
      for seed in 0..<8 {
        var session = Session(store: FaultyStore())
        session.store.callsLeft = calls
        session.run(commits: Self.commits)
        var numbers = RandomStream(seed: UInt64(seed), name: "power failure \(calls)")
        try check(session.store.afterPowerFailure(&numbers), after: session, "\(calls) \(seed)")
      }
    }
  }

  @Test func `what a second process has gone on with survives a power failure`() throws {
    var whole = Session(store: FaultyStore())
    whole.run(commits: Self.commits)
    for calls in 0...whole.store.calls {
      var session = Session(store: FaultyStore())
      session.store.callsLeft = calls
      session.run(commits: Self.commits)
      session.store.callsLeft = .max
      guard let found = try? LogSample.read(session.store) else { continue }
      _ = try DurableLog(continuing: found.reader)
      var numbers = RandomStream(seed: 1, name: "reopened \(calls)")
      let later = try LogSample.read(session.store.afterPowerFailure(&numbers))
      #expect(later.gaps.isEmpty, "\(calls): \(later.gaps)")
      #expect(later.records.count == found.records.count, "\(calls)")
    }
  }

  @Test func `what was acknowledged survives failed synchronisations too`() throws {
    for seed in 0..<100 {
      var numbers = RandomStream(seed: UInt64(seed), name: "failing")
      var session = Session(store: FaultyStore())
      var log = try LogSample.log(in: session.store)
      for count in Self.commits {
        session.store.failingSyncs = Int(numbers.below(3))
        session.write([count], to: &log)
      }
      try check(session.store.afterPowerFailure(&numbers), after: session, "seed \(seed)")
    }
  }

  /// Reads what a failure has left, goes on writing, and reads again.
  private func check(_ disk: FaultyStore, after session: Session, _ place: String) throws {
    var next = Session(store: disk)
    do {
      let found = try LogSample.read(disk)
      #expect(found.gaps.isEmpty, "\(place): \(found.gaps)")
      #expect(found.records.elementsEqual((0..<found.records.count).map { Int64($0 + 1) }))
      let kept = Int64(found.records.count)
      #expect(session.acknowledged <= kept && kept <= session.last, "\(place)")
      var log = try DurableLog(continuing: found.reader)
      (next.last, next.acknowledged) = (kept, kept)
      next.write([2, 1], to: &log)
    } catch LogError.none {
      #expect(session.acknowledged == 0, "\(place)")
      next.run(commits: [2, 1])
    }
    let again = try LogSample.read(disk)
    #expect(again.records == (1...next.last).map { $0 }, "\(place)")
    #expect(again.gaps.isEmpty && again.tail == nil, "\(place): \(again.gaps)")
  }

  @Test func `a full disk refuses and takes what waited when there is space again`() throws {
    let store = FaultyStore()
    var log = try LogSample.log(commits: [2], in: store)
    store.capacity = 0
    log.append(LogSample.line(3))
    #expect(throws: LogStoreError.full) { try log.commit() }
    #expect(throws: LogStoreError.full) { try log.commit() }
    #expect(try LogSample.read(store).records == [1, 2])
    #expect(log.waiting == 1)
    store.capacity = .max
    try log.commit()
    let found = try LogSample.read(store)
    #expect(found.records == [1, 2, 3])
    #expect(found.gaps.isEmpty)
    #expect(log.lastDurable == 3)
  }

  @Test func `a write that the disk cuts short leaves none of its records`() throws {
    let store = FaultyStore()
    var log = try LogSample.log(commits: [2], in: store)
    for number in 3...20 { log.append(LogSample.line(Int64(number))) }
    // There is room for some of them.
    store.capacity = store.contents.values.reduce(0) { $0 + $1.count } + log.waitingBytes / 2
    #expect(throws: LogStoreError.full) { try log.commit() }
    let found = try LogSample.read(store)
    #expect(found.records == [1, 2])
    #expect(found.tail == nil)
    #expect(log.waiting == 18)
  }

  @Test func `a folder that is read-only refuses a log`() throws {
    let store = FaultyStore()
    store.isReadOnly = true
    #expect(throws: LogStoreError.readOnly) { try LogSample.log(commits: [1], in: store) }
  }

  @Test func `what is cut from a torn log is kept beside it`() throws {
    let store = try LogSample.log(commits: [2], in: FaultyStore()).store
    try store.append(Array("torn".utf8), to: SegmentName.file(1))
    let found = try LogSample.read(store)
    #expect(found.tail?.bytes == 4)
    _ = try DurableLog(continuing: found.reader)
    #expect(store.contents["0000000001.segment.torn-1"] == Array("torn".utf8))
    #expect(try LogSample.read(store).tail == nil)
  }

  @Test func `the checksum is CRC-32C`() {
    var sum = CRC32.ofFrames
    Array("123456789".utf8).withUnsafeBytes { sum.add($0) }
    #expect(sum.value == 0xE306_9283)
  }
}
