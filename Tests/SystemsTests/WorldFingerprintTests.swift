import EventSourcing
import MobileEngage
import MobilePush
import Simulation
import Systems
import Testing

/// Random worlds of both SDKs: their fingerprints tell apart what the compiler's `==` tells apart.
struct WorldFingerprintTests {
  @Test(arguments: 1...6)
  func `equal worlds have equal exact fingerprints, and different ones different`(seed: UInt64) {
    check(worlds(MobilePushSystem.self, seed: seed))
    check(worlds(MobileEngageSystem.self, seed: seed))
  }

  @Test(arguments: 1...6)
  func `a run at another time leads to the same fingerprints`(seed: UInt64) {
    #expect(
      prints(worlds(MobilePushSystem.self, seed: seed))
        == prints(worlds(MobilePushSystem.self, seed: seed, start: .days(3))))
    #expect(
      prints(worlds(MobileEngageSystem.self, seed: seed))
        == prints(worlds(MobileEngageSystem.self, seed: seed, start: .days(3))))
  }

  @Test func `a shared part remembers the fingerprint that it has without a memory`() {
    for world in worlds(MobilePushSystem.self, seed: 7) {
      #expect(print(world, memory: true) == print(world, memory: false))
      #expect(print(world, memory: true) == print(world, memory: false))
    }
  }

  private func check<S: System>(_ worlds: [World<S>]) {
    var byWorld: [World<S>: UInt64] = [:]
    var byPrint: [UInt64: World<S>] = [:]
    for world in worlds {
      let print = print(world, isExact: true)
      #expect(byWorld.updateValue(print, forKey: world) ?? print == print)
      #expect(byPrint.updateValue(world, forKey: print) ?? world == world)
    }
    #expect(byWorld.count == byPrint.count)
    #expect(byWorld.count > 30)
  }

  /// The worlds of a random run after each of its moves, every other time with a copy that took a
  /// fault in between.
  private func worlds<S: System>(
    _ system: S.Type, seed: UInt64, start: TimeSpan = .zero
  ) -> [World<S>] {
    let start = Instant(milliseconds: 1_767_603_600_000) + start
    var run = Run<S>(
      start: start, profile: S.profiles[0].name, readings: S.profiles[0].readings)
    for name in ["phone", "tablet"] {
      run.add(party: name, device: S.defaultDevice(named: name), config: S.defaultConfig)
    }
    run.simulate(latency: .seconds(1))
    var stream = RandomStream(seed: seed, name: "moves")
    var worlds: [World<S>] = []
    for _ in 1...20 {
      for device in ["phone", "tablet"] {
        run.advance(to: run.now + .milliseconds(stream.below(40_000)))
        // Without a process little happens.
        let events = S.Machine.Event.samples.filter { event in
          switch event.name.role {
          case .processStart: true
          case .outside, .processEnd, .network, .backendDevice, .backend: run.isRunning(device)
          case .inside, .harness, .backendSettings: false
          }
        }
        var inventor = Inventor(stream, now: run.now)
        let event = inventor.invent(like: stream.pick(events))
        stream = inventor.rest
        run.happen(event, to: event.name.role == .backend ? S.backend(of: event) : device)
      }
      var world = run.world
      worlds.append(world)
      for choice in world.choices() + [.wait(until: world.now + .milliseconds(1))] {
        var branch = world
        var records = RecordCounter<S.Machine.Event, S.Machine.Effect>()
        if branch.step(choice, into: &records) { worlds.append(branch) }
      }
    }
    return worlds
  }

  private func prints<S: System>(_ worlds: [World<S>]) -> [UInt64] {
    worlds.map { print($0, memory: false) }
  }

  private func print<S: System>(
    _ world: World<S>, isExact: Bool = false, memory: Bool = false
  ) -> UInt64 {
    var printer = Fingerprinter(FingerprintScheme(isExact: isExact), usesMemory: memory)
    world.show(to: &printer)
    return printer.fingerprint(at: world.now)
  }
}
