import EventSourcing
import Testing

@testable import Simulation

struct KeptSizeTests {
  private static let mebibyte = String(repeating: "x", count: 1 << 20)

  @Test func `a run stops when it keeps too much, however few its records are`() {
    var world = simulated(devices: ["a"], latency: .zero)
    for _ in 1...512 { world.note(Self.mebibyte, party: "a") }
    world.happen(.asked, to: "a")
    #expect(world.stop == .size(512 << 20))
    #expect(world.log.records.count < 600)
    #expect(GrownRecords(in: world.log)?.name == "note")
  }

  @Test func `what a run no longer keeps does not count`() {
    var world = simulated(devices: ["a"], latency: .zero)
    for _ in 1...512 { world.note(Self.mebibyte, party: "a") }
    _ = world.takeRecords()
    world.happen(.asked, to: "a")
    #expect(world.stop == nil)
  }

  @Test func `what grew is the name whose records take the most room`() throws {
    var log = EventLog<Courier.Event, Courier.Effect>()
    for name in ["", "long", "longer"] {
      _ = log.append(event: .rang(name: name), at: start, party: "a", cause: nil)
      _ = log.append(event: .asked, at: start, party: "a", cause: nil)
    }
    let grown = try #require(GrownRecords(in: log))
    #expect(grown.name == "rang")
    #expect(grown.count == 3)
    #expect(grown.bytes == 3 * (192 + 16) + 10)
    #expect(grown.first == 208)
    #expect(grown.last == 214)
  }
}
