import EventSourcing
import Testing
import Traces
import Turnstile

struct ErasedLogTests {
  /// Events at 0, 10, 10 and 20 ms, each the cause of the next.
  private static let log: ErasedLog = {
    var log = EventLog<TurnstileEvent, TurnstileEffect>()
    for (index, time) in [Int64(0), 10, 10, 20].enumerated() {
      _ = log.append(
        event: .pushed, at: Instant(milliseconds: time), party: "gate",
        cause: index == 0 ? nil : Int64(index))
    }
    return ErasedLog(log)
  }()

  @Test func `records have the numbers of the log`() {
    #expect((0...5).map { Self.log[$0]?.seq } == [nil, 1, 2, 3, 4, nil])
    #expect(Self.log[1]?.name == "pushed")
  }

  @Test(arguments: [(-1, 1, 1), (0, 1, 2), (5, 2, 2), (10, 2, 4), (20, 4, 5), (21, 5, 5)])
  func `an instant is found among the records`(time: Int64, from: Int64, after: Int64) {
    let instant = Instant(milliseconds: time)
    #expect(Self.log.firstSeq(from: instant) == from)
    #expect(Self.log.firstSeq(after: instant) == after)
  }

  @Test func `a chain of causes is cut at its limit`() {
    #expect(Self.log.causes(of: 4, limit: 9).map(\.seq) == [4, 3, 2, 1])
    #expect(Self.log.causes(of: 4, limit: 2).map(\.seq) == [4, 3])
  }
}
