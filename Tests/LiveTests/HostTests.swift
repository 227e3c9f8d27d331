import EventSourcing
import Live
import MobilePush
import Platform
import Simulation
import Systems
import Testing

/// The host as a value: what it does with its log, over a store that fails.
struct HostTests {
  typealias PushHost = Host<MobilePushSystem, FaultyStore>

  static let start = Instant(milliseconds: 1_767_603_600_000)

  /// What happens to a device, each with the seconds since the start.
  static let events: [(seconds: Int64, event: MobilePushEvent)] = [
    (0, .appLaunched(state: .foreground)),
    (1, .deviceTokenReceived(token: "token-1")),
    (2, .contactKeySet(key: "anna")),
    (3, .attributeSet(key: "city", value: "Oslo")),
    (65, .tagAdded(tag: "gold")),
    (70, .appBackgrounded),
    (200, .appForegrounded),
    (201, .customEventTracked(name: "bought", attributes: nil)),
  ]

  static func open(
    _ store: FaultyStore, _ setup: HostSetup<MobilePushSystem> = HostSetup(),
    at now: Instant = start
  ) throws -> (host: PushHost, recovery: HostRecovery) {
    try PushHost.open(store, setup, at: ClockReading(monotonic: .zero, wall: now)) {
      LogSample.identity
    }
  }

  /// Lets the events of a session happen, a few times over, committing after each event.
  static func run(
    _ host: inout PushHost, from start: Instant, sessions: Int64 = 1, takesSnapshots: Bool = false
  ) throws {
    for session in 0..<sessions {
      for (seconds, event) in events {
        let now = start + .minutes(10 * session) + .seconds(seconds)
        host.happenDue(at: now)
        host.happen(.device(event), to: "device", at: now)
        _ = try host.commit()
        if takesSnapshots { try host.takeSnapshot() }
      }
    }
  }

  @Test func `a host killed at any call goes on with all that was durable`() throws {
    let whole = FaultyStore()
    var host = try Self.open(whole).host
    try Self.run(&host, from: Self.start)
    #expect(host.log.lastDurable > 12)
    for calls in 0...whole.calls {
      for seed in 0..<2 {
        let store = FaultyStore()
        store.callsLeft = calls
        var durable: Int64 = 0
        if var host = try? Self.open(store).host {
          try? Self.run(&host, from: Self.start)
          durable = host.log.lastDurable
        }
        var numbers = RandomStream(seed: UInt64(seed), name: "killed \(calls)")
        let disk = store.afterPowerFailure(&numbers)
        try check(disk, durable: durable, "call \(calls), seed \(seed)")
      }
    }
  }

  private func check(_ disk: FaultyStore, durable: Int64, _ place: String) throws {
    let later = Self.start + .hours(1)
    var (host, recovery) = try Self.open(disk, at: later)
    #expect(recovery.records >= durable, "\(place)")
    #expect(recovery.gaps.isEmpty && recovery.differing == 0, "\(place)")
    #expect(host.engine.parties.allSatisfy { !$0.isRunning }, "\(place)")
    try Self.run(&host, from: later)
    let last = try Self.open(disk, at: later + .hours(1)).recovery
    #expect(last.records == host.lastSeq, "\(place)")
    #expect(last.differing == 0 && last.gaps.isEmpty && last.tail == nil, "\(place)")
  }

  @Test func `a process that was killed is recorded as ended`() throws {
    let store = FaultyStore()
    var host = try Self.open(store).host
    host.happen(.device(.appLaunched(state: .foreground)), to: "device", at: Self.start)
    _ = try host.commit()
    let (next, recovery) = try Self.open(store, at: Self.start + .minutes(5))
    #expect(next.engine.parties.map(\.phase) == [.endedBySystem])
    #expect(recovery.records == host.lastSeq)
    #expect(next.lastAt == Self.start + .minutes(5))
  }

  /// A host with a timer for a registration; the other requests of its launch get no answer.
  private static func waiting(_ store: FaultyStore) throws -> (host: PushHost, timer: Instant) {
    var host = try Self.open(store).host
    let launch = host.happen(
      .device(.appLaunched(state: .foreground)), to: "device", at: Self.start)
    let request = try #require(launch.compactMap(Self.registration).first)
    host.happen(
      .device(.responseReceived(request: request, status: 201)), to: "device", at: Self.start)
    _ = try host.commit()
    host.happen(
      .device(.attributeSet(key: "city", value: "Oslo")), to: "device",
      at: Self.start + .seconds(1))
    _ = try host.commit()
    return (host, try #require(host.engine.parties.first?.timers.first?.due))
  }

  @Test func `a timer fires when it is due, and is durable before anything leaves`() throws {
    var (host, due) = try Self.waiting(FaultyStore())
    host.happenDue(at: due - .milliseconds(1))
    _ = try host.commit()
    #expect(host.nextDue == due)
    host.happenDue(at: due)
    #expect(host.log.waiting > 1)
    #expect(host.isUrgent)
    let actions = try host.commit()
    #expect(host.log.waiting == 0)
    #expect(!actions.isEmpty)
  }

  @Test func `after a pause what was due first happens first`() throws {
    let store = FaultyStore()
    var (host, timer) = try Self.waiting(store)
    #expect(host.engine.openRequests.contains { $0.limit < timer })
    host.happenDue(at: timer)
    _ = try host.commit()
    let text = store.contents.values.map { String(decoding: $0, as: UTF8.self) }.joined()
    let parts = text.split(separator: "timer_fired")
    #expect(parts.count > 1)
    #expect(parts[0].contains("request_failed"))
    #expect(!parts[1...].contains { $0.contains("request_failed") })
  }

  private static func registration(_ record: PushHost.Entry) -> Int64? {
    if case .effect(let effect) = record,
      case .device(.sendRegistration(let request, _, _)) = effect.effect
    {
      request
    } else {
      nil
    }
  }

  @Test func `a log with a gap is refused unless gaps are accepted`() throws {
    let store = FaultyStore()
    var host = try Self.open(store).host
    try Self.run(&host, from: Self.start)
    var contents = store.contents
    let name = SegmentName.file(1)
    let middle = try #require(contents[name]).count / 2
    contents[name]?[middle] ^= 1
    let damaged = FaultyStore(contents)
    #expect(throws: HostOpeningError.self) { try Self.open(damaged) }
    var setup = HostSetup<MobilePushSystem>()
    setup.acceptsGaps = true
    let opened = try Self.open(damaged, setup, at: Self.start + .hours(1))
    #expect(opened.recovery.gaps.count == 1)
  }

  @Test func `the log of another device, or of the backends, is refused`() throws {
    let store = FaultyStore()
    var host = try Self.open(store).host
    try Self.run(&host, from: Self.start)
    for setup in [HostSetup<MobilePushSystem>(device: "phone"), .backends] {
      #expect(throws: HostOpeningError.self) {
        try Self.open(store, setup, at: Self.start + .hours(1))
      }
    }
    let phone = FaultyStore()
    var other = try Self.open(phone, HostSetup(device: "phone")).host
    other.happen(.device(.appLaunched(state: .foreground)), to: "phone", at: Self.start)
    _ = try other.commit()
    // It names its device, as a server's log does.
    #expect(throws: HostOpeningError.self) {
      try Self.open(phone, .backends, at: Self.start + .hours(1))
    }
  }

  @Test func `the log of a device that was reinstalled is no server's`() throws {
    let store = FaultyStore()
    var host = try Self.open(store, HostSetup(device: "phone")).host
    host.happen(.device(.appLaunched(state: .foreground)), to: "phone", at: Self.start)
    host.happen(.device(.appReinstalled()), to: "phone", at: Self.start + .seconds(1))
    _ = try host.commit()
    #expect(throws: HostOpeningError.self) {
      try Self.open(store, .backends, at: Self.start + .hours(1))
    }
  }

  @Test func `time never falls, whatever the wall clock says`() throws {
    let store = FaultyStore()
    var host = try Self.open(store).host
    try Self.run(&host, from: Self.start)
    let last = host.lastAt
    let next = try Self.open(store, at: Self.start - .days(1)).host
    #expect(next.lastAt >= last)
  }
}
