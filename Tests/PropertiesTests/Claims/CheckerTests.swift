import EventSourcing
import Rules
import Simulation
import Testing
import Turnstile

@testable import Properties

struct CheckerTests {
  typealias Record = Checker<TurnstileGate>.Record

  /// A run of turnstiles and its checker, step by step.
  struct Guarded {
    var world: World<TurnstileGate>
    var checker: Checker<TurnstileGate>
    var log = EventLog<TurnstileEvent, TurnstileEffect>()

    init(
      _ properties: [Property<TurnstileGate>] = TurnstileGate.properties,
      gates: [String] = ["north"], price: Int64 = 1
    ) {
      let setting = RunSetting<TurnstileGate>(
        start: Instant(milliseconds: 0), devices: gates.map { .init(name: $0) },
        readings: TurnstileReadings(price: price, patience: .seconds(10)))
      world = setting.world
      checker = Checker(properties, setting: setting)
    }

    mutating func happen(_ event: TurnstileEvent, at second: Int64, to gate: String = "north") {
      let at = Instant(milliseconds: second * 1_000)
      while let due = world.nextDue(), due < at { step(.next) }
      step(.input(Input(at: at, party: gate, event: event)))
    }

    mutating func step(_ choice: World<TurnstileGate>.Choice) {
      let first = log.records.count
      world.step(choice, into: &log)
      checker.observe(log.records[first...], in: world)
    }

    /// A fingerprint of what the checker remembers, as a search takes it now.
    func memory(_ scheme: FingerprintScheme = FingerprintScheme()) -> UInt64 {
      var (checker, printer) = (checker, Fingerprinter(scheme))
      checker.show(to: &printer, at: world.now)
      return printer.fingerprint(at: world.now)
    }
  }

  private let coin = TurnstileEvent.coinInserted(value: 1, donor: "Ann", remark: nil)

  @Test func `a run that keeps every claim has no violation, and says what it was held against`() {
    var run = Guarded()
    run.happen(coin, at: 0)
    run.happen(.pushed, at: 2)
    run.happen(coin, at: 5)
    run.happen(.pushed, at: 8)
    run.checker.end(in: run.world)
    #expect(run.checker.violations.isEmpty)
    #expect(run.checker.holds)
    #expect((0..<5).map { run.checker.met($0) } == [2, 2, 2, 2, 0])
  }

  @Test func `what is broken names the property, the party, the records and the figures`() {
    var run = Guarded(gates: ["north", "south"])
    run.happen(coin, at: 0, to: "south")
    run.happen(coin, at: 0, to: "south")
    let south = run.log.records.filter { $0.name?.description == "open" }
    #expect(
      run.checker.violations == [
        PropertyViolation(
          property: 0, party: "south",
          witnesses: south.map { Witness(seq: $0.seq, at: $0.at) },
          sentence: "It opens again after 0s.")
      ])
    #expect(!run.checker.holds)
  }

  @Test func `only the first violation of a property is kept`() {
    var run = Guarded()
    for _ in 0..<4 { run.happen(coin, at: 0) }
    #expect(run.checker.violations.map(\.property) == [0])
    #expect(run.checker.violations[0].witnesses.map(\.seq) == [2, 5])
  }

  @Test func `a device is judged by its own records alone`() {
    var run = Guarded(gates: ["north", "south"])
    run.happen(coin, at: 0, to: "north")
    run.happen(coin, at: 0, to: "south")
    #expect(run.checker.violations.isEmpty)
  }

  @Test(arguments: [(3, true), (4, false)] as [(Int64, Bool)])
  func `a promise may be kept up to its last instant`(second: Int64, holds: Bool) {
    var run = Guarded()
    run.happen(coin, at: 0)
    run.happen(.pushed, at: second)
    #expect(run.checker.holds == holds)
  }

  @Test func `time alone breaks a promise`() {
    var run = Guarded()
    run.happen(coin, at: 0)
    run.step(.wait(until: Instant(milliseconds: 3_000)))
    #expect(run.checker.holds)
    run.step(.wait(until: Instant(milliseconds: 3_001)))
    #expect(run.checker.violations.map(\.property) == [1])
    #expect(run.checker.violations[0].sentence == "No push came within 3s.")
  }

  @Test func `a promise that is open when the run ends is no violation`() {
    var run = Guarded()
    run.happen(coin, at: 0)
    run.checker.end(in: run.world)
    #expect(run.checker.holds)
  }

  @Test func `a claim about states is judged once a step, by the world after it`() {
    var run = Guarded(price: 9)
    run.happen(.coinInserted(value: 3, donor: "Ann", remark: nil), at: 0)
    #expect(run.checker.holds)
    run.happen(coin, at: 1)
    #expect(run.checker.violations.map(\.sentence) == ["It holds 4 coins."])
    #expect(run.checker.violations.map(\.party) == [nil])
    #expect(run.checker.met(3) == 2)
  }

  @Test func `convergence is judged when the search asks for it`() {
    var run = Guarded(price: 2)
    run.happen(coin, at: 0)
    run.checker.end(in: run.world)
    #expect(run.checker.holds)
    run.checker.converge(in: run.world)
    #expect(run.checker.violations.map(\.property) == [4])
  }

  @Test func `properties may be chosen, and keep their places`() {
    let all = TurnstileGate.properties
    var run = Guarded([all[3], all[0]], price: 0)
    run.happen(coin, at: 0)
    run.happen(coin, at: 0)
    #expect(run.checker.violations.map(\.property) == [1])
    #expect((0..<2).map { run.checker.met($0) } == [0, 2])
  }

  @Test func `a violation of a claim that was not chosen is none`() {
    var run = Guarded([TurnstileGate.properties[2]])
    run.happen(coin, at: 0)
    run.happen(coin, at: 0)
    #expect(run.checker.holds)
    #expect(run.checker.violations.isEmpty)
  }

  @Test func `a copy goes its own way`() {
    var run = Guarded()
    run.happen(coin, at: 0)
    var other = run
    other.happen(coin, at: 0)
    #expect(!other.checker.holds)
    #expect(run.checker.holds)
    run.happen(.pushed, at: 1)
    run.happen(coin, at: 1)
    #expect(run.checker.holds)
  }

  @Test func `checkers remember the same when they judge what follows alike`() {
    var early = Guarded()
    early.happen(coin, at: 0)
    var late = Guarded()
    late.happen(.pushed, at: 1)
    late.happen(coin, at: 3)
    #expect(early.memory(.exact) != late.memory(.exact))
    #expect(early.memory() == late.memory())
    late.happen(.pushed, at: 4)
    #expect(early.memory() != late.memory())
  }
}
