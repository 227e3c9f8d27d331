import EventSourcing
import Simulation
import Systems
import Testing
import Traces

@testable import Live

/// Starts that go on from a snapshot, against starts that fold the whole log.
struct HostSnapshotTests {
  private typealias PushHost = HostTests.PushHost

  private static let start = HostTests.start

  private static func open(
    _ store: FaultyStore, kept: Int? = nil, foldsAll: Bool = false, at now: Instant = start,
    device: String = "device"
  ) throws -> (host: PushHost, recovery: HostRecovery) {
    var setup = HostSetup<MobilePushSystem>(device: device)
    setup.foldsAll = foldsAll
    setup.snapshots = SnapshotPolicy(interval: 5, keptSegments: kept, segmentBytes: 4_000)
    return try HostTests.open(store, setup, at: now)
  }

  private static func run(
    _ host: inout PushHost, from start: Instant, sessions: Int64 = 3
  ) throws {
    try HostTests.run(&host, from: start, sessions: sessions, takesSnapshots: true)
  }

  /// A store in which a host has written some sessions.
  private static func written(
    kept: Int? = nil, sessions: Int64 = 3
  ) throws -> (store: FaultyStore, host: PushHost) {
    let store = FaultyStore()
    var host = try open(store, kept: kept).host
    try run(&host, from: start, sessions: sessions)
    return (store, host)
  }

  private func newest(_ store: FaultyStore) throws -> String {
    try #require(store.contents.keys.filter { $0.hasSuffix(".snapshot") }.max())
  }

  @Test func `a start from a snapshot comes to the same as one that folds everything`() throws {
    let (store, host) = try Self.written()
    let later = Self.start + .hours(2)
    let quick = try Self.open(store, at: later)
    let whole = try Self.open(store, foldsAll: true, at: later)
    #expect(quick.recovery.snapshot ?? 0 > host.lastSeq - 12)
    #expect(whole.recovery.snapshot == nil)
    #expect(whole.recovery.ignoredSnapshots.isEmpty)
    #expect(quick.host.engine == whole.host.engine)
    #expect(quick.host.lastSeq == whole.host.lastSeq)
    #expect(quick.host.lastAt == whole.host.lastAt)
    #expect(quick.recovery.openRequests == whole.recovery.openRequests)
    #expect(quick.recovery.openRequests > 0)
    #expect(quick.recovery.records == whole.recovery.records)
  }

  @Test func `a snapshot with any byte changed is ignored, and the fold decides`() throws {
    let store = try Self.written().store
    let name = try newest(store)
    let bytes = try #require(store.contents[name])
    let whole = try Self.open(store, foldsAll: true).host
    for index in stride(from: 0, to: bytes.count, by: 31) {
      var disk = store.contents
      disk[name]?[index] ^= 0x10
      let opened = try Self.open(FaultyStore(disk))
      #expect(opened.recovery.ignoredSnapshots.count == 1, "byte \(index)")
      #expect(opened.recovery.ignoredSnapshots.first?.hasPrefix(name) == true)
      #expect(opened.host.engine == whole.engine, "byte \(index)")
    }
    for size in [0, 1, 13, bytes.count / 2, bytes.count - 1] {
      var disk = store.contents
      disk[name] = Array(bytes[..<size])
      let opened = try Self.open(FaultyStore(disk))
      #expect(opened.recovery.ignoredSnapshots.count == 1, "cut to \(size)")
      #expect(opened.host.engine == whole.engine, "cut to \(size)")
    }
  }

  @Test func `a snapshot behind the end of a segment that was cut is no place to go on`() throws {
    let store = FaultyStore()
    var host = try Self.open(store).host
    try Self.run(&host, from: Self.start, sessions: 1)
    let early = store.contents.filter { $0.key.hasSuffix(".snapshot") }
    try Self.run(&host, from: Self.start + .hours(1))
    let segments = store.contents.filter { $0.key.hasSuffix(".segment") }
    for (name, bytes) in early {
      let position = try LogSnapshot(bytes, log: LogSample.identity).position
      let segment = try #require(segments.keys.first { $0.contains("\(position.segment).") })
      try #require(segment != segments.keys.max())
      var disk = segments
      disk[name] = bytes
      #expect(try Self.open(FaultyStore(disk)).recovery.snapshot != nil)
      disk[segment] = disk[segment].map { Array($0[..<(position.bytes - 1)]) }
      #expect(throws: (any Error).self) { try Self.open(FaultyStore(disk)) }
    }
  }

  @Test func `a snapshot of a log that is another one by now is ignored`() throws {
    let store = FaultyStore()
    var host = try Self.open(store).host
    try Self.run(&host, from: Self.start, sessions: 1)
    let early = store.contents
    try Self.run(&host, from: Self.start + .hours(1))
    // An older copy of the folder has gone on otherwise, and so far that it has these places too.
    let other = FaultyStore(early)
    var second = try Self.open(other, at: Self.start + .hours(5)).host
    try Self.run(&second, from: Self.start + .hours(5), sessions: 6)
    for copy in [early, other.contents] {
      // The segments come from the copy, the snapshots do not.
      var disk = store.contents.filter { $0.key.hasSuffix(".snapshot") }
      for (file, bytes) in copy where file.hasSuffix(".segment") { disk[file] = bytes }
      let opened = try Self.open(FaultyStore(disk), at: Self.start + .hours(9))
      #expect(opened.recovery.snapshot == nil)
      #expect(opened.recovery.ignoredSnapshots.count == 2)
      #expect(opened.recovery.differing == 0)
    }
  }

  @Test func `a snapshot that the fold does not come to is found, and removed`() throws {
    let store = try Self.written().store
    let name = try newest(store)
    // It is in order in itself and says that another state was there.
    var snapshot = try LogSnapshot(#require(store.contents[name]), log: LogSample.identity)
    let text = String(decoding: snapshot.memory.snapshot, as: UTF8.self)
    let forged = text.replacing("anna", with: "emma")
    #expect(forged != text)
    snapshot.memory.snapshot = Array(forged.utf8)
    var disk = store.contents
    disk[name] = snapshot.bytes(log: LogSample.identity)
    let trusted = try Self.open(FaultyStore(disk))
    #expect(trusted.recovery.snapshot != nil)
    let damaged = FaultyStore(disk)
    let checked = try Self.open(damaged, foldsAll: true)
    #expect(checked.recovery.ignoredSnapshots == ["\(name): the fold comes to another state"])
    #expect(damaged.contents[name] == nil)
  }

  @Test func `a compacted log goes on, and each of its snapshots is what the fold comes to`() throws
  {
    for kept in [1, 2] {
      let (store, host) = try Self.written(kept: kept, sessions: 8)
      let segments = store.contents.keys.filter { $0.hasSuffix(".segment") }
      #expect(segments.count == kept)
      let later = Self.start + .hours(9)
      for foldsAll in [false, true] {
        let opened = try Self.open(store, kept: kept, foldsAll: foldsAll, at: later)
        #expect(opened.recovery.records == host.lastSeq)
        #expect(opened.recovery.differing == 0 && opened.recovery.gaps.isEmpty)
        #expect(opened.recovery.ignoredSnapshots.isEmpty)
        #expect(opened.host.engine.state == host.engine.state || opened.host.lastSeq > host.lastSeq)
      }
    }
  }

  private func trace(of store: FaultyStore) throws -> [UInt8] {
    let trace = LogTrace(try LogReader(store))
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = try buffer.withUnsafeMutableBytes({ try trace.read(into: $0) }),
      count > 0
    {
      bytes += buffer[..<count]
    }
    return bytes
  }

  @Test func `a trace made of a compacted log begins with its snapshot, and makes the log again`()
    throws
  {
    let (store, host) = try Self.written(kept: 1, sessions: 8)
    let bytes = try trace(of: store)
    let lines = bytes.split(separator: 0x0A)
    #expect(String(decoding: lines[1], as: UTF8.self).contains("\"snapshot\":{\"state\":"))
    let copy = FaultyStore()
    let (count, _) = try DurableLog.begin(
      with: {
        var rest = bytes[...]
        return { buffer in
          let part = rest.prefix(buffer.count)
          buffer.copyBytes(from: part)
          rest = rest.dropFirst(part.count)
          return part.count
        }
      }, of: "log", TraceDefaults<MobilePushSystem.Machine>(sdk: MobilePushSystem.name),
      identity: LogSample.identity, in: copy)
    #expect(count == Int64(lines.count - 2))
    #expect(try trace(of: copy) == bytes)
    #expect(try Self.open(copy).recovery.records == host.lastSeq)
  }

  @Test func `a compacted log knows the requests that were open when its segment began`() throws {
    let (store, host) = try Self.written(kept: 1, sessions: 8)
    let open = host.hasOpenRequests
    var disk = store.contents
    for name in disk.keys where name.hasSuffix(".snapshot") { disk[name] = nil }
    let opened = try Self.open(FaultyStore(disk), kept: 1, at: Self.start + .hours(9))
    #expect(open)
    #expect(opened.recovery.openRequests > 0)
    let quick = try Self.open(store, kept: 1, at: Self.start + .hours(9))
    #expect(opened.recovery.openRequests == quick.recovery.openRequests)
    #expect(opened.host.engine == quick.host.engine)
  }

  @Test func `a host that compacts, killed at any call, goes on with all that was durable`() throws
  {
    let whole = FaultyStore()
    var host = try Self.open(whole, kept: 1).host
    try Self.run(&host, from: Self.start, sessions: 2)
    #expect(whole.contents.keys.compactMap { SegmentName.number(of: $0) }.min() ?? 1 > 1)
    for calls in 0...whole.calls {
      let store = FaultyStore()
      store.callsLeft = calls
      var durable: Int64 = 0
      if var host = try? Self.open(store, kept: 1).host {
        try? Self.run(&host, from: Self.start, sessions: 2)
        durable = host.log.lastDurable
      }
      var numbers = RandomStream(seed: 1, name: "killed \(calls)")
      let disk = store.afterPowerFailure(&numbers)
      let later = Self.start + .hours(3)
      var (next, recovery) = try Self.open(disk, kept: 1, at: later)
      #expect(recovery.records >= durable, "\(calls)")
      #expect(recovery.gaps.isEmpty && recovery.differing == 0, "\(calls)")
      #expect(recovery.ignoredSnapshots.isEmpty, "\(calls): \(recovery.ignoredSnapshots)")
      try Self.run(&next, from: later, sessions: 1)
      let last = try Self.open(disk, kept: 1, foldsAll: true, at: later + .hours(3)).recovery
      #expect(last.records == next.lastSeq, "\(calls)")
      #expect(last.differing == 0 && last.gaps.isEmpty && last.ignoredSnapshots.isEmpty, "\(calls)")
    }
  }

  @Test func `the log of another device is refused, with a snapshot too`() throws {
    let store = try Self.written(kept: 1, sessions: 8).store
    #expect(throws: HostOpeningError.self) { try Self.open(store, kept: 1, device: "phone") }
  }

  @Test
  func `damage behind a snapshot is refused, and damage before it where everything is folded`()
    throws
  {
    let store = try Self.written(sessions: 8).store
    let segments = store.contents.keys.filter { $0.hasSuffix(".segment") }.sorted()
    #expect(segments.count > 2)
    var disk = store.contents
    disk[segments[0]]?[2_000] ^= 1
    #expect(try Self.open(FaultyStore(disk)).recovery.snapshot != nil)
    #expect(throws: HostOpeningError.self) { try Self.open(FaultyStore(disk), foldsAll: true) }
    disk = store.contents
    disk[segments[0]] = nil
    #expect(throws: HostOpeningError.self) { try Self.open(FaultyStore(disk)) }
    // The last snapshot no longer fits the log then, and the one before it does.
    disk = store.contents
    let snapshot = try LogSnapshot(#require(disk[try newest(store)]), log: LogSample.identity)
    disk[SegmentName.file(snapshot.position.segment)]?[snapshot.position.bytes - 20] ^= 1
    #expect(throws: HostOpeningError.self) { try Self.open(FaultyStore(disk)) }
  }
}
