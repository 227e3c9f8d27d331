extension Rows {
  var fold: Row {
    var library = part("library", "fold", workload.own())
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
        part("library", "decode", workload.own(), tenth: workload.own("tenth")),
        part(
          "library, foreign form", "decode", workload.foreign(), tenth: workload.foreign("tenth")),
        part("JSONDecoder", "decode-decoder", workload.own(), tenth: workload.own("tenth")),
        part(
          "JSONSerialization", "decode-serialization", workload.own(),
          tenth: workload.own("tenth")),
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
        part("library", "encode", workload.own(), tenth: workload.own("tenth")),
        command(
          ["verify", "--seal", workload.own()], as: "command, verify --seal",
          .known(workload.records), proof: "{\"end\":\(workload.records),"),
        part("JSONEncoder", "encode-encoder", workload.own(), tenth: workload.own("tenth")),
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
        part("library", "replay", workload.own(), tenth: workload.own("tenth")),
        part(
          "JSONDecoder and the fold", "replay-decoder", workload.own(),
          tenth: workload.own("tenth")),
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
}
