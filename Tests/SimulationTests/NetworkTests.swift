import EventSourcing
import Simulation
import Testing

struct NetworkTests {
  @Test func `a request arrives half a latency before its answer`() {
    var world = simulated(devices: ["a"], Network(latency: .milliseconds(201)))
    world.happen(.asked, to: "a")
    world.advance(to: start + .milliseconds(100))
    #expect(received(world) == ["a/1"])
    world.advance(to: start + .milliseconds(200))
    #expect(received(world) == ["a/1"])
    world.advance(to: start + .milliseconds(201))
    #expect(received(world) == ["a/1", "200#1"])
  }

  @Test func `a lost answer leaves the backend's work done and times out`() {
    var world = simulated(devices: ["a"], Network(latency: .zero))
    world.happen(.muffled, to: "a")
    world.happen(.asked, to: "a")
    world.happen(.asked, to: "a")
    world.advance(to: start + .minutes(1))
    #expect(received(world) == ["a/1", "a/2", "200#2", "timeout#1"])
  }

  @Test func `a request without a network fails at once and leaves nothing behind`() {
    var world = simulated(devices: ["a"], Network(latency: .milliseconds(200)))
    world.happen(.cut, to: "a")
    world.happen(.asked, to: "a")
    world.happen(.mended, to: "a")
    world.advance(to: start + .minutes(1))
    #expect(received(world) == ["offline#1"])
  }

  @Test func `a network that goes breaks the requests under way`() {
    var world = simulated(devices: ["a"], Network(latency: .milliseconds(200)))
    world.happen(.asked, to: "a")
    world.happen(.cut, to: "a")
    world.advance(to: start + .minutes(1))
    #expect(received(world) == ["connection_lost#1", "a/1"])
  }

  @Test func `the same seed gives the same log, another seed another`() {
    let first = faulty(["a", "b"], seed: 7)
    #expect(first.log.records == faulty(["a", "b"], seed: 7).log.records)
    #expect(first.log.records != faulty(["a", "b"], seed: 8).log.records)
  }

  @Test func `one more device does not change what the others draw`() {
    let alone = own("a", faulty(["a", "b"], seed: 7))
    #expect(alone == own("a", faulty(["a", "b", "c"], seed: 7)))
    #expect(alone.count > 50)
  }

  private func faulty(_ devices: [String], seed: UInt64) -> Run<CourierSystem> {
    let faults = NetworkFaults(requestLost: 200, answerLost: 200, duplicated: 200, delayed: 300)
    let network = Network(latency: .milliseconds(200), faults: faults, seed: seed)
    var world = simulated(devices: devices, network)
    for step in 1...40 {
      for device in devices { world.happen(.asked, to: device) }
      world.advance(to: start + .minutes(Int64(step)))
    }
    return world
  }

  /// What happened at one device, without the request's number, which this machine shares.
  private func own(_ device: String, _ world: Run<CourierSystem>) -> [String] {
    world.log.records.compactMap { record in
      guard case .event(let event) = record, event.party == device else { return nil }
      return "\((event.at - start).milliseconds) \(event.event.name)"
    }
  }
}
