import EventSourcing
import Simulation
import Testing

private let request = FlightID(party: "a", half: .request, number: 1)

private func ask(at instant: Instant) -> Input<Courier.Event> {
  Input(at: instant, party: "a", event: .asked)
}

typealias Step = WorldChoice<Courier.Event, PlainReply>

/// A world with a counter of its records: a copy of it is a branch of the search.
struct Branch {
  var world: World<CourierSystem>
  private var log = RecordCounter<Courier.Event, Courier.Effect>()

  init(_ world: World<CourierSystem>) { self.world = world }

  @discardableResult mutating func step(_ choice: Step) -> Bool {
    world.step(choice, into: &log)
  }

  /// Takes a step that has to be possible.
  mutating func take(_ choice: Step) {
    let applies = step(choice)
    #expect(applies)
  }

  mutating func finish() {
    while step(.next) {}
  }

  var received: [String] { world.state.received }
}

struct WorldBranchTests {
  @Test func `the same choices on both copies of a world give equal worlds with equal hashes`() {
    var left = asked()
    var right = left
    for choice in [Step.next, .next, .input(ask(at: start + .seconds(2)))] {
      left.take(choice)
      right.take(choice)
    }
    #expect(left.world == right.world)
    #expect(left.world.hashValue == right.world.hashValue)
  }

  @Test(arguments: [
    Step.next, .drop(request), .duplicate(request, after: .zero), .delay(request, by: .seconds(1)),
    .input(ask(at: start)), .wait(until: start + .milliseconds(1)),
  ])
  func `a choice on one copy makes the worlds differ, and the other copy stays`(choice: Step) {
    let original = asked()
    var changed = original
    changed.take(choice)
    #expect(changed.world != original.world)
    #expect(original.world == asked().world)
  }

  @Test func `worlds that got to one state over logs of different lengths are equal`() {
    var short = asked()
    var long = asked()
    // A network that goes and comes back while nothing is on its way leaves no trace in the world.
    for _ in 1...3 {
      short.step(.next)
      long.step(.next)
    }
    long.take(.input(Input(at: long.world.now, party: "a", event: .cut)))
    #expect(short.world != long.world)
    long.take(.input(Input(at: long.world.now, party: "a", event: .mended)))
    #expect(short.world == long.world)
    #expect(short.world.hashValue == long.world.hashValue)
  }

  @Test func `what can happen next is what is due first, and the faults of what is on its way`() {
    var branch = asked()
    #expect(
      branch.world.choices() == [
        .deliver(request), .drop(request), .duplicate(request, after: .zero),
      ])
    for choice in branch.world.choices() {
      var copy = branch
      copy.take(choice)
    }
  }

  @Test func `a choice that no longer applies changes nothing`() {
    var branch = asked()
    let before = branch.world
    let gone = FlightID(party: "a", half: .answer, number: 7)
    for choice in [
      Step.drop(gone), .deliver(gone), .fire(party: "a", timer: "reminder"),
      .answer(RequestID(party: "a", number: 9), with: PlainReply(status: 200), after: .zero),
      .wait(until: start + .days(1)), .input(Input(at: start, party: "b", event: .asked)),
    ] {
      let applies = branch.step(choice)
      #expect(!applies)
      #expect(branch.world == before)
    }
  }

  @Test func `a dropped request times out and a duplicated one arrives twice`() {
    var dropped = asked()
    dropped.step(.drop(request))
    dropped.finish()
    #expect(dropped.received == ["timeout#1"])
    var doubled = asked()
    doubled.step(.duplicate(request, after: .seconds(1)))
    doubled.finish()
    #expect(doubled.received == ["a/1", "200#1", "a/1"])
  }

  @Test func `a flight that is delivered first overtakes what is due before it`() {
    var branch = asked()
    branch.take(.input(ask(at: start)))
    branch.take(.deliver(FlightID(party: "a", half: .request, number: 2)))
    branch.finish()
    #expect(branch.received == ["a/2", "a/1", "200#1", "200#2"])
  }

  @Test func `a choice without an answer leaves a request to time out`() {
    var branch = asked(isSimulated: false)
    #expect(branch.world.sent == [.request(RequestID(party: "a", number: 1), kind: "parcel")])
    branch.finish()
    #expect(branch.received == ["timeout#1"])
  }

  /// A world in which a device has asked and its request is on its way, or waits for a choice.
  private func asked(isSimulated: Bool = true) -> Branch {
    var world = World<CourierSystem>(start: start, profile: "documents", readings: NoFields())
    world.add(party: "a", device: NoFields(), config: NoFields())
    if isSimulated { world.simulateBackends(latency: .seconds(1)) }
    var branch = Branch(world)
    branch.step(.input(Input(at: start, party: "a", event: .started)))
    branch.step(.input(ask(at: start)))
    return branch
  }
}
