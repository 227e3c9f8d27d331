import EventSourcing
import Rules
import Simulation
import Testing

@testable import Properties

struct HealingTests {
  private let space = SearchSpace<Pump>(
    RunSetting(
      start: Instant(milliseconds: 1_000_000), devices: [Preparation.Device(name: "pump")]),
    alphabet: Pump.alphabet, properties: Pump.properties)

  @Test func `what meets a state that is known to heal gets the same verdict`() throws {
    let outcome = Exploration(space).run()
    let example = try #require(outcome.counterexamples.first)
    #expect(outcome.end == .violation)
    #expect(outcome.met == [true])
    // It rained twice and got stuck: states before it heal, each by way of states known to heal.
    #expect(example.depth == 3)
    #expect(example.heals)
    #expect(example.violation.sentence.hasPrefix("what rained calls for did not come"))
    #expect(firstBrokenDepth() == example.depth)
  }

  @Test func `the healing of a counterexample is shown to its end`() throws {
    let example = try #require(Exploration(space).run().counterexamples.first)
    var world = space.setting.world
    var records = RecordCounter<Pump.Event, Pump.Effect>()
    for choice in example.choices + example.healing {
      let applies = world.step(choice, into: &records)
      #expect(applies)
    }
    #expect(world.state.level == 2)
    #expect(world.now - space.setting.start == Pump.restTime)
  }

  @Test func `a way that is known ends where it becomes known`() {
    var stepper = SearchStepper(space)
    var wet = stepper.root
    let rain = stepper.moves(of: &wet)[0]
    _ = stepper.take(rain, in: &wet)
    var known: Set<UInt64> = []
    var asked: [Int] = []
    for _ in 1...2 {
      var node = wet
      var count = 0
      stepper.heal(&node) { state in
        count += 1
        return !known.insert(state).inserted
      }
      asked.append(count)
    }
    // As soon as it is switched on, before anything is drained.
    #expect(asked == [1, 1])
    #expect(known.count == 1)
  }

  /// Heals every state by itself and to its end, level by level.
  private func firstBrokenDepth() -> Int? {
    var stepper = SearchStepper(space)
    var level = [stepper.root]
    var found: Set<UInt64> = []
    for depth in 0...4 {
      var next: [SearchNode<Pump>] = []
      for var node in level {
        var healed = node
        stepper.heal(&healed) { _ in false }
        if !healed.checker.holds { return depth }
        for move in stepper.moves(of: &node) {
          var other = node
          guard stepper.take(move, in: &other) else { continue }
          if found.insert(stepper.fingerprint(of: &other)).inserted { next.append(other) }
        }
      }
      level = next
    }
    return nil
  }
}
