extension Rows {
  var fold: Row {
    var library = part("library", "fold", workload.own)
    library.work.command.append("10")
    library.tenth = library.work
    library.tenth?.command[4] = "1"
    return Row(
      name: "fold", title: "fold alone", unit: "an event", contestants: [library],
      targets: [.rate(10e6, "library")])
  }

  var decoding: Row {
    Row(
      name: "decode", title: "decoding", unit: "a record",
      contestants: [
        command(
          ["verify", "--format", "json", workload.own()], as: "command, verify",
          tenth: ["verify", "--format", "json", workload.own("tenth")], .reported("records"),
          proof: "\"intact\":true"),
        command(
          ["verify", "--format", "json", workload.foreign()], as: "command, foreign form",
          tenth: ["verify", "--format", "json", workload.foreign("tenth")], .reported("records"),
          proof: "\"intact\":true"),
        part("library", "decode", workload.own),
        part("library, foreign form", "decode", workload.foreign),
        part("JSONDecoder", "decode-decoder", workload.own),
        part("JSONSerialization", "decode-serialization", workload.own),
        .peer(
          "orjson", Peers.script("json_lines.py", "decode", workload.own()),
          need: Peers.orjson),
        .peer(
          "jq", ["jq", "-c", "-n", "-f", "\(Programs.scripts)/decode.jq", workload.own()],
          need: Peers.jq),
      ],
      targets: [
        .ratio(0.5, "command, foreign form", over: "command, verify", floor: 0.15)
      ])
  }

  var encoding: Row {
    Row(
      name: "encode", title: "encoding", unit: "a record",
      contestants: [
        part("library", "encode", workload.own),
        command(
          ["verify", "--seal", workload.own()], as: "command, verify --seal",
          .known(workload.records), proof: "{\"end\":\(workload.records),"),
        part("JSONEncoder", "encode-encoder", workload.own),
        .peer(
          "orjson", Peers.script("json_lines.py", "encode", workload.own()),
          need: Peers.orjson),
      ],
      targets: [.ratio(50, "library", over: "JSONEncoder", floor: 7)])
  }

  var replaying: Row {
    Row(
      name: "replay", title: "replay with comparison", unit: "an event",
      contestants: [
        command(
          ["replay", "--format", "json", workload.own()],
          tenth: ["replay", "--format", "json", workload.own("tenth")], .reported("events"),
          proof: "\"not_compared\":0,\"events\":\(workload.events),"),
        command(
          ["replay", "--format", "json", workload.foreign()], as: "command, foreign form",
          tenth: ["replay", "--format", "json", workload.foreign("tenth")], .reported("events"),
          proof: "\"not_compared\":0,\"events\":\(workload.events),"),
        part("library", "replay", workload.own),
        part("JSONDecoder and the fold", "replay-decoder", workload.own),
      ],
      targets: [
        .rate(1.5e6, "command"), .rate(2.5e6, "command"),
        .ratio(30, "command", over: "JSONDecoder and the fold", floor: 5),
        .ratio(0.5, "command, foreign form", over: "command", floor: 0.15),
        .ratio(15, "command, foreign form", over: "JSONDecoder and the fold", floor: 1),
      ])
  }

  var rules: Row {
    let rules = ["--rules", "\(Programs.scripts)/ten.rules.yaml"]
    return Row(
      name: "rules", title: "ten rules over a trace", unit: "an event",
      contestants: [
        command(
          ["conform", workload.own()] + rules, tenth: ["conform", workload.own("tenth")] + rules,
          .known(workload.events), tenthAmount: .known(workload.events / 10)),
        Contestant(
          name: "jq, one of the rules",
          work: .init(
            command: ["jq", "-n", "-f", "\(Programs.scripts)/spacing.jq", workload.own()],
            amount: .known(workload.events), proof: "true"),
          need: Peers.jq),
      ],
      targets: [.rate(1e6, "command")])
  }

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

  /// The rows for work that is spread over cores, measured by elapsed time: so much of it that the
  /// start of the process, which goes on one core, is small beside it.
  var twoCores: [Row] {
    [
      cores(
        "check", "a scenario", ["check", "--jobs", "1", workload.specs("long")],
        ["check", "--jobs", "2", workload.specs("long")], .known(workload.scenarios * 3)),
      cores(
        "replay of two traces", "an event", ["replay", workload.own()],
        ["replay", workload.own(), workload.own()], .known(workload.events), times: 2),
      cores(
        "simulate", "a step", simulate(jobs: 1, part: 10), simulate(jobs: 2, part: 10),
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
