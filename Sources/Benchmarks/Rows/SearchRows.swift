extension Rows {
  var simulation: Row {
    Row(
      name: "simulate", title: "simulation with all properties", unit: "a step",
      contestants: [
        command(
          simulate(jobs: 1), tenth: simulate(jobs: 1, part: 0.1), .reported("steps")),
        .peer(
          "Hypothesis stateful",
          Peers.script("hypothesis_steps.py", "\(Int(10_000 * workload.scale))"),
          need: Peers.hypothesis),
      ],
      targets: [
        .rate(1e6, "command"), .ratio(200, "command", over: "Hypothesis stateful", floor: 10),
      ])
  }

  var exploration: Row {
    Row(
      name: "explore", title: "exhaustive search", unit: "a transition",
      contestants: [
        command(
          explore(depth: 6, jobs: 1), as: "command, the SDK alone",
          tenth: explore(depth: 5, jobs: 1), .reported("transitions")),
        command(
          explore(depth: 5, jobs: 1, inWorld: true), as: "command, a world",
          tenth: explore(depth: 4, jobs: 1, inWorld: true), .reported("transitions")),
      ],
      targets: [.rate(1.5e6, "command, the SDK alone"), .rate(0.8e6, "command, a world")])
  }

  /// Work that is spread over cores, by the time that passes.
  var twoCores: [Row] {
    [
      cores(
        "check", "a scenario", ["check", "--jobs", "1", workload.specs()],
        ["check", "--jobs", "2", workload.specs()], .known(workload.scenarios)),
      cores(
        "replay of two traces", "an event", ["replay", workload.own()],
        ["replay", workload.own(), workload.own()], .known(workload.events), times: 2),
      cores(
        "simulate", "a step", simulate(jobs: 1), simulate(jobs: 2),
        .reported("steps")),
      cores(
        "explore", "a transition", explore(depth: 6, jobs: 1), explore(depth: 6, jobs: 2),
        .reported("transitions")),
    ]
  }

  private func cores(
    _ title: String, _ unit: String, _ one: [String], _ two: [String],
    _ amount: Contestant.Amount, times: Int = 1
  ) -> Row {
    var second = amount
    if case .known(let count) = amount { second = .known(count * times) }
    return Row(
      name: "cores", title: "two cores, \(title)", unit: unit, time: .elapsed,
      contestants: [command(one, as: "one core", amount), command(two, as: "two cores", second)],
      targets: [.ratio(1.8, "two cores", over: "one core", floor: 1.1)])
  }

  private func simulate(jobs: Int, part: Double = 1) -> [String] {
    let runs = max(1, Int(400 * workload.scale * part))
    return [
      "simulate", "--sdk", "mobilepush", "--seed", "1", "--runs", "\(runs)", "--jobs", "\(jobs)",
      "--discard", "--format", "json",
    ]
  }

  /// The search of a small configuration: what happens to one device, its answers and one wait.
  private func explore(depth: Int, jobs: Int, inWorld: Bool = false) -> [String] {
    let inputs =
      "attribute_set,contact_key_set,app_launched,app_foregrounded,app_backgrounded,"
      + "process_terminated"
    return [
      "explore", "--sdk", "mobilepush", "--depth", "\(depth)", "--jobs", "\(jobs)",
      "--inputs", inputs, "--wait", "10s", "--property", "R1", "--format", "json",
    ] + (inWorld ? ["--backends", "200ms"] : ["--answers", "201,503"])
  }
}
