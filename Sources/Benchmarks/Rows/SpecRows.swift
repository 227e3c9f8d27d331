extension Rows {
  var nodes: Row {
    Row(
      name: "yaml", title: "YAML to nodes", unit: "a byte",
      contestants: [
        part("library", "nodes", workload.specs(), tenth: workload.specs("tenth")),
        Contestant(
          name: "command, check --list",
          work: .init(
            command: [Programs.pushtrace, "check", "--list", workload.specs()],
            amount: .known(workload.specBytes))),
        .peer(
          "Yams, YAMLDecoder", [Peers.yamsProgram, workload.specs("tenth")], need: Peers.yams),
        .peer(
          "PyYAML, C loader", Peers.script("yaml_nodes.py", workload.specs("tenth")),
          need: Peers.pyYAML),
      ],
      targets: [.rate(60e6, "library"), .ratio(10, "library", over: "Yams, YAMLDecoder", floor: 4)])
  }

  var checking: Row {
    let count = workload.scenarios
    return Row(
      name: "check", title: "specs end to end", unit: "a scenario",
      contestants: [
        command(
          ["check", "--jobs", "1", workload.specs()],
          tenth: ["check", "--jobs", "1", workload.specs("tenth")], .known(count),
          tenthAmount: .known(count / 10), proof: "\(count) passed"),
        part("library", "check", workload.specs(), tenth: workload.specs("tenth")),
        .peer(
          "promtool test rules", Peers.script("promtool_tests.py", "\(Int(200 * workload.scale))"),
          need: Peers.promtool),
      ],
      targets: [.rate(20e3, "command")])
  }
}
