import EventSourcing
import Properties
import Simulation
import Testing
import Turnstile

/// Claims that need no monitor of their own.
struct StepPropertyTests {
  typealias Claimed = Property<TurnstileGate>

  private static let opens = Claimed.always(
    "OPEN", "A gate opens for coins alone",
    when: { step in step.effects.contains { $0.name == .open } },
    holds: { $0.event.event.name == .coinInserted })

  private static let few = Claimed.always("FEW", "A gate holds few coins") { step in
    guard step.event.event.name == .coinInserted else { return .notConcerned }
    return .check(step.state.coins < 3, "it holds \(step.state.coins) coins")
  }

  private static let passes = Claimed.within(
    .seconds(3), "PASS", "Who opens the gate goes through within 3 s"
  ) { step in
    step.effects.contains { $0.name == .open }
  } then: {
    $0.event.event == .pushed
  }

  private static let shuts = Claimed.eventually("SHUT", "An open gate shuts") {
    $0.effects.contains { $0.name == .open }
  } then: {
    !$0.state.isOpen
  }

  private let coin = TurnstileEvent.coinInserted(value: 1, donor: "Ann", remark: nil)

  private func run(
    _ property: Claimed, gates: [String] = ["north"]
  ) -> CheckerTests.Guarded {
    CheckerTests.Guarded([property], gates: gates)
  }

  @Test func `steps that do not concern a claim do not put it to the test`() {
    for property in [Self.opens, Self.few] {
      var run = run(property)
      run.happen(.pushed, at: 0)
      #expect(run.checker.met(0) == 0)
      run.happen(coin, at: 1)
      #expect(run.checker.met(0) == 1)
      #expect(run.checker.holds)
    }
  }

  @Test func `a claim without a condition is put to the test by every step`() {
    var run = run(.always("ANY", "Anything goes") { _ in true })
    run.happen(.pushed, at: 0)
    run.happen(coin, at: 1)
    #expect(run.checker.met(0) == 2)
  }

  @Test func `a claim gives its own reason`() {
    var run = CheckerTests.Guarded([Self.few], price: 9)
    for second in 0..<3 { run.happen(coin, at: Int64(second)) }
    #expect(run.checker.violations.map(\.sentence) == ["it holds 3 coins"])
    #expect(run.checker.violations.map(\.party) == ["north"])
  }

  @Test func `a claim that remembers says what it is about too`() {
    let growing = Claimed.always(
      "GROW", "The gate never loses coins unless it opens", remembering: 0
    ) { (last: inout Int64, step) in
      defer { last = step.state.coins }
      guard step.state.coins != last else { return .notConcerned }
      return .check(step.state.coins > last || step.state.isOpen, "it lost some")
    }
    var run = CheckerTests.Guarded([growing], price: 2)
    run.happen(.pushed, at: 0)
    #expect(run.checker.met(0) == 0)
    run.happen(coin, at: 1)
    run.happen(coin, at: 2)
    #expect(run.checker.met(0) == 2)
    #expect(run.checker.holds)
  }

  @Test(arguments: [(3_000, true), (3_001, false)] as [(Int64, Bool)])
  func `a promise may be kept up to its last instant`(millisecond: Int64, holds: Bool) {
    var run = run(Self.passes)
    run.happen(coin, at: 0)
    #expect(run.checker.met(0) == 1)
    run.step(.wait(until: Instant(milliseconds: millisecond)))
    #expect(run.checker.holds == holds)
    if holds {
      run.happen(.pushed, at: 3)
      run.step(.wait(until: Instant(milliseconds: 8_000)))
      #expect(run.checker.holds)
    } else {
      #expect(
        run.checker.violations.map(\.sentence)
          == ["what coin_inserted calls for did not come within 3s"])
      #expect(run.checker.violations.map(\.party) == ["north"])
    }
  }

  @Test func `one device does not keep what another one has promised`() {
    var run = run(Self.passes, gates: ["north", "south"])
    run.happen(coin, at: 0, to: "south")
    run.happen(.pushed, at: 1, to: "north")
    run.step(.wait(until: Instant(milliseconds: 3_001)))
    #expect(run.checker.violations.map(\.party) == ["south"])
  }

  @Test func `what waives a promise ends it`() {
    let waived = Claimed.within(
      .seconds(3), "PASS", "Who opens the gate goes through within 3 s",
      unless: { $0.event.event.name == .started }
    ) {
      $0.effects.contains { $0.name == .open }
    } then: {
      $0.event.event == .pushed
    }
    var run = run(waived)
    run.happen(coin, at: 0)
    run.happen(.started(config: nil), at: 1)
    run.step(.wait(until: Instant(milliseconds: 4_000)))
    #expect(run.checker.holds)
  }

  @Test func `what comes eventually has come at rest`() {
    var run = run(Self.shuts)
    run.happen(coin, at: 0)
    run.step(.wait(until: Instant(milliseconds: 9_000)))
    run.checker.end(in: run.world)
    #expect(run.checker.holds)
    var rested = run
    rested.step(.next)
    rested.checker.converge(in: rested.world)
    #expect(rested.checker.holds)
    run.checker.converge(in: run.world)
    #expect(
      run.checker.violations.map(\.sentence)
        == ["what coin_inserted calls for did not come, and everything has come to rest"])
  }

  @Test func `what is promised makes runs different by the time that is left`() {
    func guarded(_ second: Int64) -> CheckerTests.Guarded {
      var run = run(Self.passes)
      run.happen(coin, at: 0)
      run.step(.wait(until: Instant(milliseconds: second * 1_000)))
      return run
    }
    let (early, late) = (guarded(1), guarded(2))
    #expect(early.memory() != late.memory())
    var later = run(Self.passes)
    later.happen(.pushed, at: 1)
    later.happen(coin, at: 5)
    later.step(.wait(until: Instant(milliseconds: 6_000)))
    #expect(early.memory() == later.memory())
  }
}
