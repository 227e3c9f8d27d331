import EventSourcing
import Simulation
import Testing

struct WorkloadTests {
  @Test func `a random run is repeated by its seed and changed by another`() {
    #expect(run(["a"], seed: 1).records == run(["a"], seed: 1).records)
    #expect(run(["a"], seed: 1).records != run(["a"], seed: 2).records)
  }

  @Test func `one more device leaves what the others do as it was`() {
    let alone = outside("a", run(["a"], seed: 1))
    #expect(alone == outside("a", run(["a", "b"], seed: 1)))
    #expect(alone.count > 20)
  }

  @Test func `every word that may come from outside is drawn`() {
    let drawn = Set(outside("a", run(["a"], seed: 1)))
    #expect(drawn == ["started", "stopped", "asked", "reminded", "cut", "mended", "muffled"])
  }

  private func run(_ devices: [String], seed: UInt64) -> EventLog<Courier.Event, Courier.Effect> {
    let faults = NetworkFaults(requestLost: 100, answerLost: 100)
    let network = Network(latency: .milliseconds(200), faults: faults, seed: seed)
    var world = simulated(devices: devices, network)
    var workload = Workload<CourierSystem>(seed: seed, devices: devices, start: start)
    workload.drive(&world, until: start + .days(1))
    return world.log
  }

  private func outside(
    _ party: String, _ log: EventLog<Courier.Event, Courier.Effect>
  ) -> [String] {
    log.records.compactMap { record in
      guard case .event(let event) = record, event.party == party, event.cause == nil else {
        return nil
      }
      return event.event.name.description
    }
  }
}
