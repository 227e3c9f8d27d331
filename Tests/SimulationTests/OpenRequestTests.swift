import EventSourcing
import Simulation
import Testing
import Turnstile

struct OpenRequestTests {
  private typealias Event = RecordedEvent<TurnstileEvent>

  @Test func `a request is open from its effect to the event with its number`() throws {
    var engine = gate()
    engine.fold(event(2, .cardShown(card: .sample)))
    let request = try #require(engine.openRequests.first)
    #expect(request.number == 1)
    #expect(request.kind == "card")
    #expect(request.effect.seq == 3)
    #expect(request.effect.effect.name == .checkCard)
    #expect(request.limit == start + .seconds(32))
    let other = event(4, .cardCheckFailed(request: 2, reason: .offline))
    let answer = event(5, .cardChecked(request: 1, status: 403, extras: [:]))
    engine.fold(other)
    #expect(engine.openRequests.count == 1)
    engine.fold(answer)
    #expect(engine.openRequests.isEmpty)
  }

  @Test func `an event ends the request that its cause has made, whatever the number`() {
    var engine = gate()
    engine.fold(event(2, .cardShown(card: .sample)))
    engine.fold(event(4, .cardShown(card: .sample)))
    engine.fold(event(6, .cardCheckFailed(request: 1, reason: .offline), cause: 5))
    #expect(engine.openRequests.map { $0.number } == [1])
  }

  @Test func `the end of its process ends a party's requests`() {
    var engine = gate()
    engine.fold(event(2, .cardShown(card: .sample)))
    engine.fold(event(4, .started(config: nil)))
    #expect(engine.openRequests.isEmpty)
  }

  @Test func `of a log without answers the last thousand requests are kept`() {
    var engine = gate()
    for number in 1...1_200 { engine.fold(event(Int64(2 * number), .cardShown(card: .sample))) }
    let numbers = engine.openRequests.compactMap { $0.number }
    #expect(numbers.last == 1_200)
    #expect((1_000...1_001).contains(numbers.count))
  }

  @Test func `a timer leads to its event from when it is due`() {
    var engine = gate()
    engine.fold(event(2, .coinInserted(value: 2, donor: Nullable(nil), remark: nil)))
    let process = engine.process(of: "gate")
    #expect(process?.timer(for: event(6, .timerFired)) == nil)
    #expect(process?.timer(for: event(7, .timerFired))?.cause == 4)
    #expect(process?.timer(for: event(7, .pushed)) == nil)
  }

  @Test func `a forged answer leaves the request open to its own`() {
    var world = simulated(devices: ["a"], latency: .seconds(1))
    world.happen(.asked, to: "a")
    world.happen(.answered(request: 1, status: 299), to: "a")
    #expect(world.world.openRequests.count == 1)
    world.advance(to: start + .seconds(2))
    #expect(received(world) == ["299#1", "a/1", "200#1"])
  }

  @Test func `worlds that count their requests from elsewhere are the same to a search`() {
    let scheme = FingerprintScheme(numbers: [NumberField("check"), NumberField("requests")])
    func fingerprint(_ world: World<CardGate>) -> UInt64 {
      var printer = Fingerprinter(scheme)
      world.show(to: &printer)
      return printer.fingerprint(at: world.now)
    }
    let first = asked(times: 1)
    let second = asked(times: 2)
    #expect(first != second)
    #expect(fingerprint(first) == fingerprint(second))
  }

  /// A world in which the last of some cards is being checked.
  private func asked(times: Int) -> World<CardGate> {
    var world = World<CardGate>(start: start, profile: "documents", readings: .sample)
    world.add(party: "gate", device: NoFields(), config: .sample)
    var records = RecordCounter<TurnstileEvent, TurnstileEffect>()
    for number in 1...times {
      world.step(
        .input(Input(at: start, party: "gate", event: .cardShown(card: .sample))), into: &records)
      if number == times { break }
      let id = RequestID(party: "gate", number: Int64(number))
      world.step(.fail(id, .offline, after: .zero), into: &records)
      world.step(.next, into: &records)
    }
    return world
  }

  private func gate() -> Engine<CardGate> {
    var engine = Engine<CardGate>(at: start, profile: "documents", readings: .sample)
    engine.fold(event(1, .started(config: nil)))
    return engine
  }

  /// An event a second after the one with the number before.
  private func event(_ seq: Int64, _ event: TurnstileEvent, cause: Int64? = nil) -> Event {
    Event(seq: seq, at: start + .seconds(seq), party: "gate", cause: cause, event: event)
  }
}
