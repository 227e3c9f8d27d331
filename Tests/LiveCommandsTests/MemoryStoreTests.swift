import EventSourcing
import Live
import MobilePush
import Platform
import Simulation
import Systems
import Testing

@testable import LiveCommands

struct MemoryStoreTests {
  private typealias PushHost = Host<MobilePushSystem, MemoryStore>

  private static let start = Instant(milliseconds: 1_767_603_600_000)

  private func open(_ store: MemoryStore, at now: Instant) throws -> PushHost {
    var setup = HostSetup<MobilePushSystem>()
    setup.snapshots = SnapshotPolicy(interval: 0, keptSegments: 1, segmentBytes: 20_000)
    return try PushHost.open(store, setup, at: ClockReading(monotonic: .zero, wall: now)) {
      String(repeating: "0", count: 32)
    }.host
  }

  @Test func `a log in memory is bounded, and its last segment has the whole state`() throws {
    var host = try open(MemoryStore(), at: Self.start)
    var now = Self.start
    host.happen(.device(.appLaunched(state: .foreground)), to: "device", at: now)
    var most = 0
    for number in 0..<2_000 {
      now = now + .seconds(1)
      host.happen(.device(.tagAdded(tag: Nullable("tag-\(number % 7)"))), to: "device", at: now)
      _ = try host.commit()
      try host.takeSnapshot()
      let store = host.log.store
      most = max(most, try store.names().map { try store.size(of: $0) }.reduce(0, +))
    }
    #expect(host.lastSeq > 2_000)
    #expect(most < 60_000)
    #expect(host.log.store.names().count { $0.hasSuffix(".segment") } == 1)

    let again = try open(host.log.store, at: now)
    #expect(again.lastSeq >= host.lastSeq)
    let registration = host.engine.state.device("device").registration
    #expect(registration.lastSent != nil)
    #expect(again.engine.state.device("device").registration.tags == registration.tags)
  }

  @Test func `a file that is not there is an error`() throws {
    var store = MemoryStore()
    #expect(throws: LogStoreError.self) { try store.size(of: "a") }
    #expect(throws: LogStoreError.self) { try store.append([1], to: "a") }
    store.create("a")
    try store.append([1, 2, 3], to: "a")
    #expect(try store.read("a", from: 1, count: 9) == [2, 3])
    try store.rename("a", to: "b")
    #expect(store.names() == ["b"])
  }
}
