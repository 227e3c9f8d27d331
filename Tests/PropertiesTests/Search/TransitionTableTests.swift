import EventSourcing
import Testing
import Turnstile

@testable import Properties

struct TransitionTableTests {
  @Test func `each event with its effects in their order has an entry of its own, however many`() {
    var table = TransitionTable<Int>()
    var expected = 0
    for _ in 1...2 {
      for event in TurnstileEvent.Name.allCases {
        for first in TurnstileEffect.Name.allCases {
          for second in TurnstileEffect.Name.allCases {
            var key = TransitionKey(event)
            key.add(first)
            key.add(second)
            let found = table.index(of: key) { 0 }
            table.entries[found] += 1
            expected += 1
          }
        }
      }
    }
    #expect(table.entries.count * 2 == expected)
    #expect(table.entries.allSatisfy { $0 == 2 })
  }

  @Test func `an event that leads to nothing is another transition than one with an effect`() {
    var table = TransitionTable<String>()
    let nothing = TransitionKey(TurnstileEvent.Name.started)
    var some = nothing
    some.add(TurnstileEffect.Name.open)
    #expect(table.index(of: nothing) { "nothing" } == 0)
    #expect(table.index(of: some) { "open" } == 1)
    #expect(table.entries == ["nothing", "open"])
  }
}
