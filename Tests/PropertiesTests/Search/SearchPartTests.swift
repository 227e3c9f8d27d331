import EventSourcing
import Properties
import Simulation
import Testing
import Turnstile

struct SearchPartTests {
  private func search(_ numbers: Range<Int64>, seed: UInt64 = 7) -> SearchPart<TurnstileGate> {
    SearchPart(SearchOptions(seed: seed), numbers)
  }

  @Test func `what can be broken is found, and nothing else`() {
    // P3 only says what has to happen in some run. Two gates share their coins, so that devices
    // apart do not do what they do together.
    let claims = SearchOptions<TurnstileGate>(seed: 7).claims
    let found = Set(search(0..<200).found.map { claims[$0.claim].claim.id })
    #expect(found == ["P1", "P2", "C1", "C2", "H25"])
  }

  @Test func `the same seed draws the same runs, however they are parted`() {
    let whole = search(0..<60)
    let first = search(0..<25)
    let second = search(25..<60)
    #expect(whole.tally.records == first.tally.records + second.tally.records)
    #expect(whole.found.map(\.plan) == search(0..<60).found.map(\.plan))
    #expect(whole.tally.steps != search(0..<60, seed: 8).tally.steps)
  }

  @Test func `a run that may not begin any more is not made`() {
    let part = SearchPart(SearchOptions<TurnstileGate>(seed: 7), 0..<60, goesOn: { $0 < 25 })
    #expect(part.tally.runs == 25)
    #expect(part.tally.records == search(0..<25).tally.records)
  }

  @Test func `every event of an app is drawn, and the claims are put to the test`() {
    let tally = search(0..<200).tally
    let never = Turnstile.Event.Name.allCases.map(\.description).filter {
      tally.events[$0] == nil
    }
    // The harness has the readings, and no server answers this gate.
    #expect(never == ["readings_set", "card_checked", "card_check_failed"])
    #expect(tally.met.allSatisfy { $0.runs > 0 })
    #expect(tally.runs == 200)
  }

  @Test func `a run begins as another one did, and goes on in its own way`() {
    let options = SearchOptions<TurnstileGate>(seed: 7)
    var runs: [FinishedRun<TurnstileGate>] = []
    _ = SearchPart(options, 3..<4) { run, _ in runs.append(run) }
    _ = SearchPart(options, 100..<101, beginnings: [(run: 3, steps: 2)]) { run, _ in
      runs.append(run)
    }
    #expect(runs[0].choices.first == runs[1].choices.first)
    #expect(runs[0].choices != runs[1].choices)
  }

  @Test func `what makes no sense is drawn seldom, and what has no weight never`() {
    func events<S: SearchableSystem>(
      _ system: S.Type
    ) -> (refused: Int64, all: Int64) where S.Machine == Turnstile {
      let tally = SearchPart(SearchOptions<S>(seed: 7), 0..<200).tally
      let refused = tally.transitions.filter {
        $0.event == "pushed" && $0.effects == ["refuse"]
      }
      return (refused.reduce(0) { $0 + $1.count }, tally.events.values.reduce(0, +))
    }
    let (plain, sensible) = (events(TurnstileGate.self), events(SensibleGate.self))
    #expect(plain.refused * 10 > plain.all, "\(plain)")
    #expect(sensible.refused > 0)
    // Of each hundred events, less than half as many are refused.
    #expect(sensible.refused * plain.all * 2 < plain.refused * sensible.all, "\(sensible)")
    let part = SearchPart(SearchOptions<SensibleGate>(seed: 7), 0..<60)
    #expect(!part.tally.transitions.contains { $0.event == "card_shown" })
  }

  @Test func `only the inputs that are chosen are drawn, with the values that are given`() {
    var options = SearchOptions<TurnstileGate>(seed: 7)
    options.inputs = [
      SearchedInput(.pushed),
      SearchedInput(.coinInserted) { event in
        guard case .coinInserted(_, let donor, let remark) = event else { return event }
        return .coinInserted(value: 7, donor: donor, remark: remark)
      },
    ]
    var donors: Set<String> = []
    var others: Set<String> = []
    _ = SearchPart(options, 0..<60) { run, _ in
      for case .event(let event) in run.log.records {
        switch event.event {
        case .coinInserted(let value, let donor, _):
          #expect(value == 7)
          donors.insert("\(donor)")
        case .pushed, .timerFired, .readingsSet: break
        case _: others.insert(event.event.name.description)
        }
      }
    }
    #expect(donors.count > 1)
    #expect(others.isEmpty)
  }

  @Test func `transitions know how many runs had them, but for those that began as another one`() {
    let options = SearchOptions<TurnstileGate>(seed: 7)
    var whole = search(0..<60).tally
    let directed = SearchPart(options, 60..<70, beginnings: [(run: 3, steps: 2)]).tally
    var parts = search(0..<25).tally
    parts.add(search(25..<60).tally)
    whole.add(directed)
    parts.add(directed)
    #expect(whole.drawnRuns == 60)
    #expect(parts.drawnRuns == 60)
    for (one, other) in zip(whole.transitions, parts.transitions) {
      #expect(one.drawnRuns == other.drawnRuns)
      #expect(one.lastDrawn == other.lastDrawn)
    }
    let runs = (0..<60).map { search(Int64($0)..<Int64($0) + 1).tally }
    for transition in whole.transitions {
      let having = runs.filter { run in
        run.transitions.contains {
          $0.event == transition.event && $0.effects == transition.effects
        }
      }
      #expect(transition.drawnRuns == Int64(having.count))
    }
  }
}

/// A turnstile that says what makes sense.
private enum SensibleGate: SearchableSystem {
  typealias Machine = Turnstile

  static let name = "turnstile"

  static func outcome(
    of effect: TurnstileEffect, by party: String, in state: TurnstileState
  ) -> Outcome<TurnstileEvent> { TurnstileGate.outcome(of: effect, by: party, in: state) }

  static func makesSense(
    _ event: TurnstileEvent, for party: String, in state: TurnstileState
  ) -> Bool { event != .pushed || state.isOpen }

  static func weight(of event: TurnstileEvent.Name) -> Int64 { event == .cardShown ? 0 : 1 }
}
