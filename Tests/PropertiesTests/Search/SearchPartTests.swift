import EventSourcing
import Properties
import Simulation
import Testing
import Turnstile

struct SearchPartTests {
  private func search(_ numbers: Range<Int64>, seed: UInt64 = 7) -> SearchPart<TurnstileGate> {
    let options = SearchOptions<TurnstileGate>(seed: seed)
    var part = SearchPart(options)
    part.search(options, numbers)
    return part
  }

  @Test func `what can be broken is found, and nothing else`() {
    // The third only says what has to happen in some run.
    let found = Set(search(0..<200).found.map(\.claim))
    #expect(found == [.property(0), .property(1), .property(3), .property(4)])
  }

  @Test func `the same seed draws the same runs, however they are parted`() {
    let whole = search(0..<60)
    let first = search(0..<25)
    let second = search(25..<60)
    #expect(whole.tally.records == first.tally.records + second.tally.records)
    #expect(whole.found.map(\.plan) == search(0..<60).found.map(\.plan))
    #expect(whole.tally.steps != search(0..<60, seed: 8).tally.steps)
  }

  @Test func `every event of an app is drawn, and the claims are put to the test`() {
    let tally = search(0..<200).tally
    let never = tally.events.filter { $0.count == 0 }.map(\.name.description)
    // The harness has the readings, and no server answers this gate.
    #expect(never == ["readings_set", "card_checked", "card_check_failed"])
    #expect(tally.met.allSatisfy { $0.runs > 0 })
    #expect(tally.runs == 200)
  }

  @Test func `a run begins as another one did, and goes on in its own way`() {
    let options = SearchOptions<TurnstileGate>(seed: 7)
    var part = SearchPart(options)
    var runs: [FinishedRun<TurnstileGate>] = []
    part.search(options, 3..<4) { run, _ in runs.append(run) }
    part.search(options, 100..<101, beginnings: [(run: 3, steps: 2)]) { run, _ in
      runs.append(run)
    }
    #expect(runs[0].choices.first == runs[1].choices.first)
    #expect(runs[0].choices != runs[1].choices)
  }
}
