import EventSourcing
import Foundation
import Live
import LogFiles
import MobilePush
import Platform
import Simulation
import Systems
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

  private func lines(of folder: String) throws -> [String] {
    var reader = try LogReader(FolderStore(reading: folder))
    var lines: [String] = []
    while let item = try reader.next() {
      if case .record(_, let line) = item { lines.append(String(decoding: line, as: UTF8.self)) }
    }
    return lines
  }

  private func withHost(
    _ body: (LiveHost<MobilePushSystem, FolderStore>, Clock) async throws -> Void
  ) async throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let clock = Clock(start)
    let host = try LiveHost(
      HostSetup<MobilePushSystem>(), store: FolderStore(writing: folder), clock: clock,
      identity: drawLogIdentity
    ) { _ in }
    await host.start()
    try await body(host, clock)
    await host.close()
    return try lines(of: folder)
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

  @Test func `a host that was closed takes nothing more`() async throws {
    _ = try await withHost { host, _ in
      await host.close()
      await #expect(throws: HostError.closed) {
        try await host.happen(.device(.appBackgrounded), to: "device")
      }
    }
  }
}
