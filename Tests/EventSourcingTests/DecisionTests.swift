import EventSourcing
import Testing

struct DecisionTests {
  enum Hold: Int, Gate {
    case nothingChanged, throttle, backOff

    var word: (name: String, summary: String) {
      switch self {
      case .nothingChanged: ("nothing_changed", "waits")
      case .throttle: ("throttle", "waits")
      case .backOff: ("back_off", "waits")
      }
    }
  }

  let now = Instant(milliseconds: 1_000)

  @Test func `without a closed gate it is time to go`() {
    #expect(Decision<Hold>(at: now).outcome == .go)
  }

  @Test func `the latest gate decides how long to wait`() {
    var decision = Decision<Hold>(at: now)
    decision.hold(.throttle, until: now + .seconds(1))
    decision.hold(.backOff, until: now + .seconds(2))
    #expect(decision.outcome == .wait(until: now + .seconds(2)))
    #expect(decision.held.map(\.opens) == [now + .seconds(1), now + .seconds(2)])
  }

  @Test func `a gate that opens now holds nothing back`() {
    var decision = Decision<Hold>(at: now)
    decision.hold(.throttle, until: now)
    #expect(decision.outcome == .go)
    #expect(decision.held.isEmpty)
  }

  @Test func `a gate that waits for something outweighs every instant`() {
    var decision = Decision<Hold>(at: now)
    decision.hold(.nothingChanged, unless: false)
    decision.hold(.throttle, until: now + .days(400))
    #expect(decision.outcome == .nothing)
    #expect(decision.held.first == HeldGate(name: "nothing_changed", summary: "waits", opens: nil))
  }
}
