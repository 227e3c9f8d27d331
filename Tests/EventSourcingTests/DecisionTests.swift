import EventSourcing
import Testing

struct DecisionTests {
  enum Hold: Int, Gate {
    case nothingChanged, throttle, backOff

    var word: GateWord {
      switch self {
      case .nothingChanged: GateWord("nothing_changed", "It waits.", [])
      case .throttle: GateWord("throttle", "It waits.", ["REG-3"])
      case .backOff: GateWord("back_off", "It waits.", ["REG-7", "REG-8"])
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

  @Test func `at the last instant there is, a gate that waits for something is still closed`() {
    var decision = Decision<Hold>(at: .distantFuture)
    decision.hold(.nothingChanged, unless: false)
    #expect(decision.outcome == .nothing)
    #expect(decision.held.map(\.opens) == [nil])
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
    #expect(decision.held.first == HeldGate(Hold.nothingChanged.word, opens: nil))
  }

  @Test func `a closed gate is said with its values and requirements`() {
    var gate = HeldGate(Hold.backOff.word, opens: nil)
    #expect(gate.summary == "It waits (REG-7, REG-8).")
    gate.values = ["failures: 2", "first: 1m"]
    #expect(gate.summary == "It waits (REG-7, REG-8). failures: 2, first: 1m.")
    #expect(HeldGate(Hold.nothingChanged.word, opens: nil).summary == "It waits.")
  }
}
