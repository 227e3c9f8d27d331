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
