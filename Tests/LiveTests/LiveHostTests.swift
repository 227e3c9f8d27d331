import EventSourcing
import Foundation
import Live
import Files
import MobilePush
import Platform
import Systems
import TestFiles
import Testing

struct LiveHostTests {
  /// Clocks that show what a test says.
  private final class Clock: HostClock, @unchecked Sendable {
    private let lock = NSLock()
    private var reading: ClockReading

    init(_ start: Instant) { reading = ClockReading(monotonic: .zero, wall: start) }

    func read() -> ClockReading { lock.withLock { reading } }

    func advance(by time: TimeSpan, wall: TimeSpan) {
      lock.withLock {
        reading.monotonic = reading.monotonic + time
        reading.wall = reading.wall + wall
      }
    }
  }

  private let start = Instant(milliseconds: 1_767_603_600_000)

  private let folder = TemporaryFolder()
  private var log: String { folder.path("log") }

  private func lines() throws -> [String] {
    var reader = try LogReader(FolderStore(reading: log))
    var lines: [String] = []
    while let item = try reader.next() {
      if case .record(_, let line) = item { lines.append(String(decoding: line, as: UTF8.self)) }
    }
    return lines
  }

  private func withHost(
    _ body: (LiveHost<MobilePushSystem, FolderStore>, Clock) async throws -> Void
  ) async throws -> [String] {
    let clock = Clock(start)
    let host = try await started(on: FolderStore(writing: log), clock: clock)
    try await body(host, clock)
    await host.close()
    return try lines()
  }

  /// A host of a device that was started on a store.
  private func started<Store: LogStore>(
    on store: sending Store, clock: Clock? = nil, delay: TimeSpan? = nil,
    observer: @escaping LiveHost<MobilePushSystem, Store>.Observer = { _ in }
  ) async throws -> LiveHost<MobilePushSystem, Store> {
    let host = try LiveHost(
      HostSetup<MobilePushSystem>(), store: store, clock: clock ?? Clock(start),
      policy: delay.map { CommitPolicy(delay: $0) } ?? CommitPolicy(), identity: drawLogIdentity,
      observer: observer)
    await host.start()
    return host
  }

  @Test func `a wall clock that is set back is recorded, and time does not fall`() async throws {
    let lines = try await withHost { host, clock in
      _ = try await host.happen(.device(.appLaunched(state: .foreground)), to: "device")
      clock.advance(by: .seconds(5), wall: .hours(-1))
      _ = try await host.happen(.device(.contactKeySet(key: "anna")), to: "device")
    }
    let jump = try #require(lines.first { $0.contains("\"wall_clock_changed\"") })
    #expect(jump.contains("\"by\":-3605000"))
    let times = lines.map { line in
      line.split(separator: "\"at\":")[1].prefix { $0.isNumber }
    }
    #expect(times == times.sorted())
    #expect(times.last.map(String.init) == String((start + .seconds(5)).milliseconds))
  }

  @Test func `events that come together are in the log in the order of their numbers`() async throws
  {
    let lines = try await withHost { host, _ in
      _ = try await host.happen(.device(.appLaunched(state: .foreground)), to: "device")
      try await withThrowingTaskGroup(of: Int64?.self) { group in
        for number in 0..<200 {
          group.addTask {
            let name = "act-\(number)"
            return try await host.happen(
              .device(.customEventTracked(name: name)), to: "device"
            ).first?.seq
          }
        }
        var numbers: Set<Int64> = []
        for try await seq in group { numbers.insert(seq ?? 0) }
        #expect(numbers.count == 200)
      }
    }
    #expect(lines.filter { $0.contains("\"act-") }.count == 200)
    #expect(lines.indices.allSatisfy { lines[$0].hasPrefix("{\"seq\":\($0 + 1),") })
  }

  @Test func `an effect that leaves the process waits for no commit that was put off`() async throws
  {
    let store = FaultyStore()
    let host = try await started(on: store, delay: .hours(1))
    let (reports, report) = AsyncStream.makeStream(of: Bool.self)
    await host.submit(.device(.deviceTokenReceived(token: "token-1")), to: "device") { _ in
      report.yield(true)
    }
    // The launch sends requests.
    await host.submit(.device(.appLaunched(state: .foreground)), to: "device") { _ in
      report.finish()
    }
    var count = 0
    for await _ in reports { count += 1 }
    #expect(count == 1)
    await host.close()
  }

  @Test func `a closed host has given up its folder, whoever still holds the host`() async throws {
    let host = try await started(on: FolderStore(writing: log))
    #expect(throws: FolderLock.Held.self) { try FolderStore(writing: log) }
    await host.close()
    await host.close()
    _ = try FolderStore(writing: log)
    await #expect(throws: HostError.closed) {
      try await host.happen(.device(.appBackgrounded), to: "device")
    }
  }

  @Test func `a clock that was set and recorded is not recorded again after a restart`()
    async throws
  {
    let clock = Clock(start)
    for run in 0..<3 {
      let host = try await started(on: FolderStore(writing: log), clock: clock)
      _ = try await host.happen(.device(.appLaunched(state: .foreground)), to: "device")
      clock.advance(by: .minutes(1), wall: .minutes(1) + (run == 0 ? .hours(1) : .zero))
      _ = try await host.happen(.device(.customEventTracked(name: "run-\(run)")), to: "device")
      await host.close()
    }
    let lines = try lines()
    #expect(lines.filter { $0.contains("\"wall_clock_changed\"") }.count == 1)
    let last = try #require(lines.last)
    // Three minutes have passed, and not an hour.
    #expect(last.contains("\"at\":\((start + .minutes(3)).milliseconds)"), "\(last)")
  }

  @Test func `an event that no log can hold is refused before it is acknowledged`() async throws {
    let lines = try await withHost { host, _ in
      _ = try await host.happen(.device(.appLaunched(state: .foreground)), to: "device")
      // A control character is six bytes of JSON.
      let long = String(repeating: "\u{1}", count: 3 << 20)
      await #expect(throws: HostError.self) {
        try await host.happen(.device(.customEventTracked(name: long)), to: "device")
      }
      await #expect(throws: HostError.self) {
        try await host.happen(.device(.appBackgrounded), to: "device")
      }
    }
    #expect(!lines.isEmpty)
    #expect(!lines.contains { $0.contains("app_backgrounded") || $0.count > 1_000_000 })
  }

  @Test(arguments: [true, false])
  func `what waited on a full disk is refused at the end, or said to be undecided`(
    canCut: Bool
  ) async throws {
    let (notices, noticed) = AsyncStream.makeStream(of: Void.self)
    nonisolated(unsafe) let store = FaultyStore()
    let host = try await started(on: store, delay: .milliseconds(1)) {
      if case .notDurable = $0 { noticed.finish() }
    }
    _ = try await host.happen(.device(.appLaunched(state: .foreground)), to: "device")
    let before = try records(in: store)
    if canCut {
      store.capacity = store.contents.values.reduce(0) { $0 + $1.count } + 150
    } else {
      store.callsLeft = store.calls
    }
    let (reports, report) = AsyncStream.makeStream(of: HostError?.self)
    for number in 1...2 {
      await host.submit(.device(.customEventTracked(name: "act-\(number)")), to: "device") {
        if case .failure(let error) = $0 { report.yield(error) } else { report.yield(nil) }
      }
      if number == 1 { for await _ in notices {} }
    }
    let last = await host.close()
    report.finish()
    var errors: [HostError?] = []
    for await error in reports { errors.append(error) }
    // The second one came when the disk was known to be full, the first one before that.
    let reason: LogStoreError = canCut ? .full : .failed("the process has ended")
    #expect(last == reason)
    #expect(errors == [.notDurable(reason), canCut ? .notDurable(reason) : .undecided(reason)])
    if canCut { #expect(try records(in: store) == before) }
  }

  private func records(in store: FaultyStore) throws -> Int64 {
    var reader = try LogReader(store)
    while try reader.next() != nil {}
    return reader.lastSeq
  }

  @Test func `a caller that waits for an event is told at once that the disk is full`() async throws
  {
    nonisolated(unsafe) let store = FaultyStore()
    let host = try await started(on: store, delay: .milliseconds(1))
    _ = try await host.happen(.device(.appLaunched(state: .foreground)), to: "device")
    store.capacity = 0
    await #expect(throws: HostError.undecided(.full)) {
      try await host.happen(.device(.customEventTracked(name: "first")), to: "device")
    }
    await #expect(throws: HostError.notDurable(.full)) {
      try await host.happen(.device(.customEventTracked(name: "second")), to: "device")
    }
    await host.answersArrived()
    await host.close()
  }

  @Test func `a full disk holds as many events as waited when it filled up, and refuses the rest`()
    async throws
  {
    let (notices, noticed) = AsyncStream.makeStream(of: Void.self)
    // The test sets nothing but how much space there is.
    nonisolated(unsafe) let store = FaultyStore()
    let host = try await started(on: store, delay: .milliseconds(1)) {
      if case .notDurable = $0 { noticed.finish() }
    }
    _ = try await host.happen(.device(.appLaunched(state: .foreground)), to: "device")
    store.capacity = 0
    let (reports, report) = AsyncStream.makeStream(of: Bool.self)
    let last = 500
    for number in 1...last {
      await host.submit(.device(.customEventTracked(name: "act-\(number)")), to: "device") {
        if case .success = $0 { report.yield(true) } else { report.yield(false) }
      }
      if number == 1 { for await _ in notices {} }
    }
    // The first one waited when the disk was found full; it is durable once there is space.
    store.capacity = .max
    var kept = 0
    var seen = 0
    for await isKept in reports {
      seen += 1
      kept += isKept ? 1 : 0
      if seen == last { break }
    }
    #expect(kept == 1)
    await host.close()
    #expect(try LogReader(store).identity.count == 32)
  }
}
