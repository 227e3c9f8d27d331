/// The rows of the table, over one workload.
struct Rows {
  let workload: WorkloadFolder

  static let names = [
    "fold", "decode", "encode", "replay", "yaml", "check", "rules", "simulate", "explore", "start",
    "cores",
  ]

  var all: [Row] {
    [
      fold, decoding, encoding, replaying, nodes, checking, rules, simulation, exploration,
      startUp,
    ] + twoCores
  }

  /// The command over a part of the workload and a tenth of it.
  func command(
    _ arguments: [String], as name: String = "command", tenth: [String]? = nil,
    _ amount: Contestant.Amount, tenthAmount: Contestant.Amount? = nil, proof: String? = nil
  ) -> Contestant {
    var contestant = Contestant(
      name: name,
      work: .init(command: [Programs.pushtrace] + arguments, amount: amount, proof: proof))
    if let tenth {
      contestant.tenth = .init(
        command: [Programs.pushtrace] + tenth, amount: tenthAmount ?? amount)
    }
    return contestant
  }

  /// A part of this program over a part of the workload and a tenth of it.
  func part(
    _ name: String, _ part: String, _ file: (_ size: String) -> String
  ) -> Contestant {
    func work(_ size: String) -> Contestant.Work {
      .init(command: [Programs.own, "part", part, file(size)], amount: .reported("count"))
    }
    return Contestant(name: name, work: work("whole"), tenth: work("tenth"))
  }

  var startUp: Row {
    Row(
      name: "start", title: "start to end of a process", unit: "a start", repeats: 10,
      contestants: [
        command(["--help"], as: "command, --help", .known(1), proof: "USAGE"),
        command(["check", workload.one], as: "command, check of one file", .known(1)),
        command(
          ["check", "\(Programs.project)/Specs"], as: "command, check of the project's specs",
          .known(1)),
        .peer("jq", ["jq", "-n", "1"], .known(1), need: Peers.jq),
        .peer("promtool", ["promtool", "--version"], .known(1), need: Peers.promtool),
        .peer("python3", ["python3", "-c", "pass"], .known(1), need: Peers.pythonItself),
      ],
      targets: [
        .limit(seconds: 0.010, "command, --help"),
        .limit(seconds: 0.030, "command, check of one file"),
        .limit(seconds: 0.5, "command, check of the project's specs"),
      ])
  }

  var nodes: Row {
    Row(
      name: "yaml", title: "YAML to nodes", unit: "a byte",
      contestants: [
        part("library", "nodes", workload.specs),
        command(
          ["check", "--list", workload.specs()], as: "command, check --list",
          .known(workload.specBytes)),
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
        part("library", "check", workload.specs),
        .peer(
          "promtool test rules", Peers.script("promtool_tests.py", "\(Int(200 * workload.scale))"),
          need: Peers.promtool),
      ],
      targets: [.rate(20e3, "command")])
  }
}

/// Programs and packages that are measured beside the project where they are installed.
enum Peers {
  /// The command line of a script of `Tests/Benchmarks`.
  static func script(_ name: String, _ arguments: String...) -> [String] {
    ["python3", "-B", "\(Programs.scripts)/\(name)"] + arguments
  }

  static let orjson = package("orjson")
  static let hypothesis = package("hypothesis")
  static let pyYAML = Contestant.Need(
    probe: ["python3", "-c", "from yaml import CSafeLoader"], install: "pip install pyyaml")
  static let pythonItself = program("python3", "apt-get install python3")
  static let jq = program("jq", "apt-get install jq")
  static let promtool = program("promtool", "apt-get install prometheus")

  static let yamsProgram = "\(Programs.project)/.build-yams/release/YamsPeer"
  static let yams = Contestant.Need(
    probe: ["test", "-x", yamsProgram],
    install: "swift build -c release --package-path Tests/Benchmarks/YamsPeer "
      + "--scratch-path .build-yams")

  private static func package(_ name: String) -> Contestant.Need {
    Contestant.Need(probe: ["python3", "-c", "import \(name)"], install: "pip install \(name)")
  }

  private static func program(_ name: String, _ install: String) -> Contestant.Need {
    Contestant.Need(probe: [name, "--version"], install: install)
  }
}
