import EventSourcing
import Simulation
import Testing

@testable import Properties

struct ExplorationTests {
  private let neverThrice = Property<Bell>.always(
    "THRICE", "It never rings three times", remembering: 0
  ) { count, step in
    count = min(count + step.effects.count, 3)
    return count < 3
  }

  @Test func `a small machine is searched to the end`() {
    let outcome = Exploration(Bell.space()).run()
    #expect(outcome.end == .exhausted)
    // Never rung; just rung, a millisecond before the minute is over, and over, for each of two.
    #expect(outcome.figures.levels == [1, 2, 4])
    #expect(outcome.counterexamples.isEmpty)
  }

  @Test func `the counterexample is the shortest way there, and repeats it`() throws {
    let space = Bell.space([neverThrice], waits: [.seconds(7)])
    let outcome = Exploration(space).run()
    let example = try #require(outcome.counterexamples.first)
    #expect(outcome.end == .violation)
    #expect(example.depth == 5)
    #expect(example.violation.witnesses.count == 1)
    var world = space.setting.world
    var log = EventLog<Bell.Event, Bell.Effect>()
    for choice in example.choices {
      let applies = world.step(choice, into: &log)
      #expect(applies)
    }
    #expect(log.records.compactMap(\.name).filter { $0.description == "ring" }.count == 3)
  }

  @Test func `a step is judged that leads to a state which is known`() throws {
    // Pressed again within the minute, a bell does nothing and stays as it is.
    let space = Bell.space([
      .always("RINGS", "Whoever presses hears it") { !$0.effects.isEmpty }
    ])
    let outcome = Exploration(space).run()
    #expect(outcome.counterexamples.map(\.depth) == [2])
    let way = try #require(outcome.counterexamples.first)
    let claim = SearchedClaim.property(space.properties[0])
    #expect(claim.run(RunPlan(way, of: space.setting)).broken != nil)
  }

  @Test func `a step that leads to a known state puts a property to the test`() {
    let space = Bell.space([
      .always("SILENT", "Pressed again, it is silent", when: { $0.effects.isEmpty }) { _ in true }
    ])
    #expect(Exploration(space).run().met == [true])
  }

  @Test func `the depth and the number of states bound a search`() {
    let space = Bell.space(waits: [.milliseconds(1)])
    #expect(Exploration(space, bounds: SearchBounds(depth: 2)).run().end == .depth)
    let few = Exploration(space, bounds: SearchBounds(states: 10)).run()
    #expect(few.end == .states)
    #expect(Exploration(space).run(progress: { _ in false }).end == .stopped)
  }

  @Test(
    arguments: 1...5, [SearchBounds(depth: 4), SearchBounds(states: 30)])
  func `any number of workers in any order gives the same result`(
    workers: Int, bounds: SearchBounds
  ) {
    let space = Bell.space(
      bounds.depth == nil ? [] : [neverThrice], waits: [.milliseconds(20), .seconds(7)])
    var exploration = Exploration(space, bounds: bounds)
    // Every worker has something to do, and the last one less than the others.
    exploration.roundSize = 9
    let alone = exploration.run()
    let together = exploration.run(
      workers: workers,
      spread: { workers, work in for worker in (0..<workers).reversed() { work(worker) } })
    #expect(alone.figures == together.figures)
    #expect(alone.counterexamples.map(\.choices) == together.counterexamples.map(\.choices))
  }

  @Test(arguments: 1...20)
  func `a random way within the depth meets no state that the search has not found`(
    seed: UInt64
  ) {
    let space = Bell.space(waits: [.seconds(7)])
    var search = RunningSearch(space)
    let worker = SearchWorker(0, in: space, tree: search.tree)
    while search.canGoOn(within: SearchBounds(depth: 8)) {
      search.beginLevel(isLast: false)
      while let round = search.takeRound(of: 64) {
        search.add([worker.expand(round, known: search.known)])
      }
    }
    var stepper = SearchStepper(space)
    var node = stepper.root
    var stream = RandomStream(seed: seed, name: "way")
    for _ in 1...8 {
      let moves = stepper.moves(of: &node)
      guard stepper.take(stream.pick(moves), in: &node) else { continue }
      #expect(search.found.contains(stepper.fingerprint(of: &node)))
    }
  }

  @Test func `exchanged values halve the states and keep the verdict`() {
    let never = Property<Bell>.always("NEVER", "It never rings") { $0.effects.isEmpty }
    let plain = Exploration(Bell.space()).run()
    let reduced = Exploration(Bell.space([], Reductions(values: true))).run()
    #expect(plain.figures.states == 7)
    #expect(reduced.figures.states == 4)
    for reductions in [Reductions(), Reductions(devices: true, values: true, orders: true)] {
      let outcome = Exploration(Bell.space([never], reductions)).run()
      #expect(outcome.counterexamples.map(\.depth) == [1])
    }
  }

  @Test func `values that a property remembers are not exchanged`() {
    let space = Bell.space([neverThrice], Reductions(values: true))
    #expect(space.effectiveReductions.isEmpty)
    #expect(Bell.space([], Reductions(values: true)).effectiveReductions == ["values"])
  }

  @Test func `a claim whose condition never arises is named`() {
    let space = Bell.space([
      .always("TWICE", "It rings twice at once", when: { $0.effects.count > 1 }) { _ in true }
    ])
    #expect(Exploration(space).run().met == [false])
  }
}
