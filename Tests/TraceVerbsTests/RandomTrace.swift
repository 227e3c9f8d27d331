import EventSourcing
import Simulation
import Traces

/// Traces of random runs, as `pushtrace` writes them.
enum RandomTrace {
  /// A run of one device of `system` that has at least `count` records; requests are answered with
  /// these statuses in turn, kind by kind.
  static func lines<S: System>(
    of system: S.Type, seed: UInt64, count: Int, statuses: [Int64] = [],
    latency: TimeSpan = .milliseconds(200)
  ) -> [String] {
    var run = start(system)
    run.add(
      party: soleParty, device: S.defaultDevice(named: soleParty), config: S.defaultConfig)
    var script = Script<S.Reply>()
    for kind in S.requestKinds where !statuses.isEmpty {
      script.set(statuses.map { .status($0) }, latency: latency, for: kind)
    }
    run.answer(by: script)
    drive(&run, [soleParty], seed: seed, count)
    return lines(of: run)
  }

  /// A world of devices and simulated backends without faults that has at least `count` records.
  static func worldLines<S: System>(of system: S.Type, seed: UInt64, count: Int) -> [String] {
    var run = start(system)
    let devices = ["phone", "tablet"]
    for device in devices {
      run.add(party: device, device: S.defaultDevice(named: device), config: S.defaultConfig)
    }
    run.simulate(latency: .milliseconds(300))
    drive(&run, devices + S.backends, seed: seed, count)
    return lines(of: run)
  }

  /// Lets made-up things happen that a spec may say; at backends where they are simulated.
  private static func drive<S: System>(
    _ run: inout Run<S>, _ parties: [String], seed: UInt64, _ count: Int
  ) {
    let isWorld = parties != [soleParty]
    var stream = RandomStream(seed: seed, name: "events")
    while run.log.records.count < count {
      let party = parties[Int(stream.below(Int64(parties.count)))]
      let samples = S.Machine.Event.samples.filter { event in
        switch event.name.role {
        case .outside, .processStart, .processEnd: !S.backends.contains(party)
        case .network, .backendDevice: isWorld && !S.backends.contains(party)
        case .backend: S.backend(of: event) == party
        case .inside, .harness, .backendSettings: false
        }
      }
      if samples.isEmpty { continue }
      var sample = samples[Int(stream.below(Int64(samples.count)))]
      // Without a process little happens.
      if !run.isRunning(party), stream.below(4) > 0 {
        sample = samples.first { $0.name.role == .processStart } ?? sample
      }
      var inventor = Inventor(stream, now: run.now)
      let event = inventor.invent(like: sample)
      stream = inventor.rest
      if S.validationError(in: event) != nil { continue }
      let at = run.now + .milliseconds(stream.below(2_400_000))
      run.happen(Input(at: at, party: party, event: event))
    }
  }

  private static func start<S: System>(_ system: S.Type) -> Run<S> {
    Run(
      start: Instant(milliseconds: 1_767_603_600_000), profile: S.profiles[0].name,
      readings: S.profiles[0].readings)
  }

  private static func lines<S: System>(of run: Run<S>) -> [String] {
    let header = TraceHeader<S.Machine>(
      sdk: S.name, readings: S.profiles[0].readings, config: S.defaultConfig,
      started: Instant(milliseconds: 1_767_603_600_000))
    let bytes = encode(Trace(header: header, records: run.log.records))
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { String($0) }
  }
}
