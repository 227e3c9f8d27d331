import EventSourcing
import Testing

@testable import Timeline

/// The effects that a gate holds back, counted over time.
struct GateCountsTests {
  private var bars = GateBars()

  @Test mutating func `a gate counts the effects that it holds back, until time opens it`() {
    close("send", until: 60)
    close("link", until: 60)
    #expect(counts(until: 100) == ["0 throttle 0: 2", "0 throttle 60: 0"])
  }

  @Test mutating func `of effects that one gate lets go at different times each is counted`() {
    close("send", until: 60)
    close("link", until: 90)
    #expect(counts(until: 100) == ["0 throttle 0: 2", "0 throttle 60: 1", "0 throttle 90: 0"])
  }

  @Test mutating func `a gate that is still closed at the end of the trace stays at its count`() {
    close("send", until: 600)
    #expect(counts(until: 100) == ["0 throttle 0: 1"])
  }

  @Test mutating func `a gate that opens and closes at one instant has one count there`() {
    close("send", until: 60)
    let held = HeldEffect(effect: "send", gates: [throttle(until: 90)])
    bars.update([held], of: 0, at: at(60), row: 4)
    #expect(counts(until: 100) == ["0 throttle 0: 1", "0 throttle 60: 1", "0 throttle 90: 0"])
  }

  @Test mutating func `each party has counts of its own`() {
    close("send", until: 60, of: 1)
    close("send", until: 30)
    #expect(
      counts(until: 100)
        == ["0 throttle 0: 1", "0 throttle 30: 0", "1 throttle 0: 1", "1 throttle 60: 0"])
  }

  private mutating func close(_ effect: String, until seconds: Int64, of party: Int = 0) {
    let held = HeldEffect(effect: effect, gates: [throttle(until: seconds)])
    bars.update([held], of: party, at: at(0), row: 0)
  }

  private func counts(until seconds: Int64) -> [String] {
    bars.counts(until: at(seconds)).map {
      "\($0.party) \($0.gate) \($0.at.milliseconds / 1_000): \($0.held)"
    }
  }
}
