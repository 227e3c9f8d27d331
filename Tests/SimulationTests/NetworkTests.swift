import EventSourcing
import Simulation
import Testing

struct NetworkTests {
  @Test func `a request arrives half a latency before its answer`() {
    var world = simulated(devices: ["a"], latency: .milliseconds(201))
    world.happen(.asked, to: "a")
    world.advance(to: start + .milliseconds(100))
    #expect(received(world) == ["a/1"])
    world.advance(to: start + .milliseconds(200))
    #expect(received(world) == ["a/1"])
    world.advance(to: start + .milliseconds(201))
    #expect(received(world) == ["a/1", "200#1"])
  }

  @Test func `a lost answer leaves the backend's work done and times out`() {
    var world = simulated(devices: ["a"], latency: .zero)
    world.happen(.muffled, to: "a")
    world.happen(.asked, to: "a")
    world.happen(.asked, to: "a")
    world.advance(to: start + .minutes(1))
    #expect(received(world) == ["a/1", "a/2", "200#2", "timeout#1"])
  }

  @Test func `a request without a network fails at once and leaves nothing behind`() {
    var world = simulated(devices: ["a"], latency: .milliseconds(200))
    world.happen(.cut, to: "a")
    world.happen(.asked, to: "a")
    world.happen(.mended, to: "a")
    world.advance(to: start + .minutes(1))
    #expect(received(world) == ["offline#1"])
  }

  @Test func `a network that goes breaks the requests under way`() {
    var world = simulated(devices: ["a"], latency: .milliseconds(200))
    world.happen(.asked, to: "a")
    world.happen(.cut, to: "a")
    world.advance(to: start + .minutes(1))
    #expect(received(world) == ["connection_lost#1", "a/1"])
  }
}
