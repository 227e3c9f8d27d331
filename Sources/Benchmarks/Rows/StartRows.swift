extension Rows {
  var startUp: Row {
    Row(
      name: "start", title: "start to end of a process", unit: "a start", repeats: 10,
      contestants: [
        command(["--help"], as: "command, --help", .known(1), proof: "USAGE"),
        command(["check", workload.one], as: "command, check of one file", .known(1)),
        command(
          ["check", "\(Programs.project)/Specs"], as: "command, check of the project's specs",
          .known(1)),
        start("jq", ["jq", "-n", "1"], Peers.jq),
        start("promtool", ["promtool", "--version"], Peers.promtool),
        start("python3", ["python3", "-c", "pass"], Peers.pythonItself),
      ],
      targets: [
        .limit(seconds: 0.010, "command, --help"),
        .limit(seconds: 0.030, "command, check of one file"),
        .limit(seconds: 0.5, "command, check of the project's specs"),
      ])
  }

  private func start(_ name: String, _ command: [String], _ need: Contestant.Need) -> Contestant {
    .peer(name, command, .known(1), need: need)
  }
}
