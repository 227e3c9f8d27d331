import EventSourcing
import Simulation
import Testing

struct WorldTests {
  @Test func `a scripted answer comes after its latency and knows its request`() {
    var world = scripted([.status(503)], latency: .milliseconds(420))
    world.happen(.asked, to: "device")
    world.advance(to: start + .seconds(1))
    #expect(received(world) == ["503#1"])
    let answer = world.log.records.last
    #expect(answer?.at == start + .milliseconds(420))
    #expect(answer?.cause.flatMap { world.log[$0] }?.effectName == "send")
  }

  @Test func `the last scripted reply repeats`() {
    var world = scripted([.failed(.offline), .failed(.connectionLost), .status(200)])
    for _ in 1...4 { world.happen(.asked, to: "device") }
    #expect(received(world) == ["offline#1", "connection_lost#2", "200#3", "200#4"])
  }

  @Test(arguments: [(30_000, "200#1"), (30_001, "timeout#1")])
  func `an answer is lost once the transport has given up`(latency: Int64, outcome: String) {
    var world = scripted([.status(200)], latency: .milliseconds(latency))
    world.happen(.asked, to: "device")
    world.advance(to: start + .minutes(5))
    #expect(received(world) == [outcome])
    #expect(world.log.records.last?.at == start + .seconds(30))
  }

  @Test func `a timer due exactly at the instant reached fires`() {
    var world = scripted([])
    world.happen(.reminded(after: .minutes(1)), to: "device")
    world.advance(to: start + .milliseconds(59_999))
    #expect(received(world).isEmpty)
    world.advance(to: start + .minutes(1))
    #expect(received(world) == ["rang"])
    #expect(world.timers(of: "device").isEmpty)
  }

  @Test func `a timer that is set again fires once, at the later time`() {
    var world = scripted([])
    world.happen(.reminded(after: .seconds(10)), to: "device")
    world.happen(.reminded(after: .seconds(20)), to: "device")
    world.advance(to: start + .minutes(1))
    #expect(received(world) == ["rang"])
    #expect(world.log.records.last?.at == start + .seconds(20))
  }

  @Test func `at one instant answers come before timers`() {
    var world = scripted([.status(200)], latency: .seconds(10))
    world.happen(.reminded(after: .seconds(10)), to: "device")
    world.happen(.asked, to: "device")
    world.advance(to: start + .seconds(10))
    #expect(received(world) == ["200#1", "rang"])
  }

  @Test func `an input comes after the answers and timers of its instant`() {
    var world = scripted([.status(200)], latency: .seconds(10))
    world.happen(.reminded(after: .seconds(10)), to: "device")
    world.happen(.asked, to: "device")
    world.happen(Input(at: start + .seconds(10), party: "device", event: .asked))
    #expect(received(world) == ["200#1", "rang"])
    #expect(world.log.records.last?.effectName == "send")
  }

  @Test func `timers and answers end with the process, also when the next one has begun`() {
    var world = scripted([.status(200)], latency: .seconds(10))
    world.happen(.reminded(after: .seconds(5)), to: "device")
    world.happen(.asked, to: "device")
    world.happen(.stopped, to: "device")
    world.happen(.started, to: "device")
    world.advance(to: start + .minutes(1))
    #expect(received(world).isEmpty)
    #expect(world.timers(of: "device").isEmpty)
  }

  @Test func `a launch ends the process that still lived`() {
    var world = scripted([.status(200)], latency: .seconds(10))
    world.happen(.asked, to: "device")
    world.happen(.started, to: "device")
    world.advance(to: start + .minutes(1))
    #expect(received(world).isEmpty)
  }

  @Test func `an instant that would never end stops the run`() {
    var world = scripted([.status(418)])
    world.happen(.asked, to: "device")
    #expect(world.stop == .endless(party: "device", at: start))
    let count = world.log.records.count
    world.advance(to: start + .days(1))
    #expect(world.log.records.count == count)
    #expect(count < 50_000)
  }

  @Test func `many devices at one instant are no loop`() {
    let devices = (1...6_000).map { "device-\($0)" }
    var world = simulated(devices: devices, latency: .zero)
    for device in devices { world.happen(Input(at: start, party: device, event: .asked)) }
    #expect(world.stop == nil)
    #expect(world.state.sent == 6_000)
  }

  @Test func `a run stops when it has more records than its budget`() {
    var world = scripted([.status(418)], latency: .seconds(1))
    world.budget = 100
    world.happen(.asked, to: "device")
    world.advance(to: start + .days(1))
    #expect(world.stop == .budget(100))
    #expect(world.log.records.count < 110)
  }

  @Test func `a run from which records are taken goes on as the whole run does`() {
    var whole = simulated(devices: ["a", "b"], latency: .milliseconds(200))
    var taken = whole
    var records = taken.takeRecords()
    for device in ["a", "b", "a"] {
      whole.happen(.asked, to: device)
      taken.happen(.asked, to: device)
      records += taken.takeRecords()
    }
    whole.advance(to: start + .minutes(1))
    taken.advance(to: start + .minutes(1))
    records += taken.takeRecords()
    #expect(records == whole.log.records)
    #expect(taken.state == whole.state)
  }

  @Test func `an endless instant stops a run from which records are taken`() {
    var world = scripted([.status(418)])
    _ = world.takeRecords()
    world.happen(.asked, to: "device")
    #expect(world.stop == .endless(party: "device", at: start))
  }

  @Test func `a loop that takes time goes on`() {
    var world = scripted([.status(418)], latency: .milliseconds(1))
    world.happen(.asked, to: "device")
    world.advance(to: start + .seconds(20))
    #expect(world.stop == nil)
    #expect(received(world).count == 20_000)
  }

  @Test func `a fold of the log alone gives the same state`() {
    var world = simulated(devices: ["a", "b"], latency: .milliseconds(200))
    for device in ["a", "b", "a"] { world.happen(.asked, to: device) }
    world.advance(to: start + .minutes(1))
    var state = Courier.initial
    var effects = Effects<Courier.Effect>()
    for case .event(let record) in world.log.records {
      Courier.reduce(&state, record, into: &effects)
    }
    #expect(state == world.state)
  }

  private func scripted(
    _ replies: [Scripted<PlainReply>], latency: TimeSpan = .zero
  ) -> Run<CourierSystem> {
    var world = Run<CourierSystem>(start: start, profile: "documents", readings: NoFields())
    world.add(party: "device", device: NoFields(), config: NoFields())
    var script = Script<PlainReply>()
    if !replies.isEmpty { script.set(replies, latency: latency, for: "parcel") }
    world.answer(by: script)
    world.happen(.started, to: "device")
    return world
  }
}

let start = Instant(milliseconds: 1_767_603_600_000)

func simulated(devices: [String], latency: TimeSpan) -> Run<CourierSystem> {
  var world = Run<CourierSystem>(start: start, profile: "documents", readings: NoFields())
  for device in devices { world.add(party: device, device: NoFields(), config: NoFields()) }
  world.simulate(latency: latency)
  for device in devices { world.happen(.started, to: device) }
  return world
}

func received(_ world: Run<CourierSystem>) -> [String] { world.state.received }

extension LogRecord {
  var effectName: String? {
    if case .effect(let record) = self { record.effect.name.description } else { nil }
  }
}
