import EventSourcing
import Simulation
import Testing

@testable import Properties

struct SearchRunTests {
  /// The numbers of the runs that come out otherwise when they are performed again.
  private func unrepeated<S: SearchableSystem>(_ options: SearchOptions<S>) -> [Int64] {
    var generator = RunGenerator(options: options)
    return (0..<60 as Range<Int64>).filter { number in
      let run = generator.run(number, isKept: true, options.tally)
      let plan = RunPlan(setting: run.setting, steps: run.steps, heals: true)
      return SearchedClaim.progress.run(plan).log.records != run.log.records
    }
  }

  @Test func `a drawn run is repeated by its steps`() {
    #expect(unrepeated(SearchOptions(nil, seed: 1)) == [])
  }

  @Test func `requests that have one number each have a fate of their own when it is repeated`() {
    #expect(unrepeated(SearchOptions(.identifierReused, seed: 1)) == [])
  }

  @Test func `so have the messages of such requests, whatever becomes of the others`() {
    #expect(unrepeated(SearchOptions<Telegraph>(seed: 1)) == [])
  }

  /// Performs a run with 21,000 inputs at one instant.
  private func longRun() -> RunResult<Telegraph> {
    let device = Preparation<Telegraph>.Device(name: "device")
    let written = RunStep<Telegraph.Machine.Event, Telegraph.Reply>(
      .input(party: "device", .written, first: false))
    let plan = RunPlan<Telegraph>(
      setting: RunSetting(
        start: defaultClock, devices: [device], answering: .backends(latency: .zero)),
      steps: [RunStep(.input(party: "device", .started, first: false))]
        + [RunStep](repeating: written, count: 21_000))
    return SearchedClaim.progress.run(plan)
  }

  @Test func `what many inputs at one instant lead to is no run without end`() {
    let result = longRun()
    #expect(result.broken == nil && result.log.records.count > 21_000)
  }

  @Test func `a run that stayed long is not performed again without each of its steps`() {
    #expect(SearchedClaim.progress.reasons(longRun()) == nil)
  }

  @Test func `a message of a number that is used again stays lost without the ones before it`() {
    // The third message is lost, and two of them are not needed for that.
    let device = Preparation<Telegraph>.Device(name: "device")
    let message = FlightID(party: "device", half: .request, number: 1)
    let plan = RunPlan<Telegraph>(
      setting: RunSetting(
        start: defaultClock, devices: [device], answering: .backends(latency: .seconds(1))),
      steps: [RunStep(.input(party: "device", .started, first: false))]
        + [RunStep](
          repeating: RunStep(
            after: .seconds(60), .input(party: "device", .written, first: false)), count: 2)
        + [
          RunStep(.fault(.drop(SentMessage(message, earlier: 2)))),
          RunStep(after: .seconds(60), .input(party: "device", .written, first: false)),
          RunStep(after: .seconds(60), .wait),
        ])
    let claim = SearchedClaim.property(
      Property<Telegraph>.always("ARRIVES", "No line is dead") { $0.event.event.name != .failed })
    #expect(claim.run(plan).broken != nil)
    var shrinker = Shrinker(plan, breaking: claim)
    shrinker.run()
    #expect(
      shrinker.smallest.steps.map(\.action) == [
        .input(party: "device", .written, first: false), .fault(.drop(SentMessage(message))), .wait,
      ])
  }

  @Test func `of two messages with one number the one that was sent last is lost`() {
    var world = World<Telegraph>(start: defaultClock, profile: "documents", readings: NoFields())
    world.add(party: "device", device: NoFields(), config: NoFields())
    world.simulateBackends(latency: .seconds(10))
    var log = EventLog<Telegraph.Event, Telegraph.Effect>()
    for second in [0, 2] as [Int64] {
      let at = defaultClock + .seconds(second)
      world.step(.input(Input(at: at, party: "device", event: .written)), into: &log)
    }
    world.step(.drop(FlightID(party: "device", half: .request, number: 1)), into: &log)
    while world.step(.next, into: &log) {}
    let arrivals = log.records.filter { $0.name?.description == "arrived" }.map(\.at)
    #expect(arrivals == [defaultClock + .seconds(5)])
  }
}
