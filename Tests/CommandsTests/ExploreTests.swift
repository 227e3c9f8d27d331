import CommandTesting
import Testing

/// `pushtrace explore`: every interleaving of a small configuration.
struct ExploreTests {
  private let folder = TemporaryFolder()

  @Test func `properties are named in one list or one by one`() async throws {
    let common: CommandWords = "explore --sdk mobilepush --depth 2 --format json"
    let list = try await CommandRun("\(common) --property R1,R2").exits(0)
    let each = try await CommandRun("\(common) --property R1 --property R2").exits(0)
    #expect(try each.document["properties"] as? Int == 2)
    #expect(try list.document["properties"] as? Int == 2)
  }

  @Test func `the report begins with the line that repeats it and counts the states`() async throws
  {
    let search: CommandWords = "explore --sdk mobilepush --depth 3 --property none"
    let run = try await CommandRun(search).exits(0)
    let first = try #require(run.output.split(separator: "\n").first)
    #expect(first.hasPrefix("pushtrace explore --sdk mobilepush --depth 3"))
    run.prints("all of them, up to this depth")
    let again = try await CommandRun(first.split(separator: " ").dropFirst().map { String($0) })
    #expect(again.output == run.output)
    #expect(try await CommandRun("\(search) --jobs 1").output == run.output)
  }

  @Test func `the JSON document has the figures of every level`() async throws {
    let document = try await CommandRun("explore --sdk mobile_engage --depth 2 --format json")
      .document
    #expect(document["verb"] as? String == "explore")
    #expect(document["verdict"] as? String == "ok")
    #expect((document["levels"] as? [Int])?.count == 3)
    #expect(document["states"] as? Int == (document["levels"] as? [Int])?.reduce(0, +))
  }

  @Test func `an audit of both SDKs finds nothing`() async throws {
    for sdk in ["mobilepush", "mobile_engage"] {
      try await CommandRun("explore --sdk \(sdk) --depth 3 --property none --audit").exits(0)
        .prints("every pair goes on alike")
    }
  }

  @Test func `backends may answer in place of the search`() async throws {
    try await CommandRun([
      "explore", "--sdk", "mobilepush", "--depth", "2", "--backends", "1s", "--faults",
      "lost,duplicate", "--inputs", "app_launched,contact_key_set", "--devices", "2",
    ]).exits(0)
  }

  @Test func `rules of a file are held against every state, and a broken one is kept`() async throws
  {
    let rules = try folder.writeRates(to: "my own.rules.yaml")
    let found = folder.path("found")
    let search: CommandWords = "explore --sdk mobilepush --depth 6 --property none --rules \(rules)"
    let run = try await CommandRun(
      "\(search) --inputs app_launched,contact_key_set --save \(found)"
    ).exits(1)
    run.prints("2 properties: ended at the first level with a violation", "ONCE is broken").omits(
      "RATE is broken")
    let files = try folder.names(in: "found")
    #expect(files.count == 1)
    let trace = folder.path("found/\(try #require(files.first))")
    try await CommandRun("conform \(trace) --rules \(rules)").exits(1)
    try CommandProcess(shell: try run.repetition).exits(1)
  }

  @Test func `a rule that an answer breaks at the instant of the last input is shown and repeated`()
    async throws
  {
    let rules = try folder.writeRules(
      "{ id: SILENT, never: response_received }")
    let run = try await CommandRun(
      "explore --sdk mobilepush --depth 4 --property none --rules \(rules) --inputs app_launched"
    ).exits(1)
    run.prints("app_launched")
    try CommandProcess(shell: try run.repetition).exits(1)
  }

  @Test func `a count is judged when its window is over, and one of the whole run is refused`()
    async throws
  {
    let search: CommandWords =
      "explore --sdk mobilepush --depth 2 --property none --inputs app_launched --wait 1m"
    let window = try folder.writeRules(
      "{ id: LEFT, count: app_backgrounded, is: 1, after_each: app_launched, within: 10s }")
    try await CommandRun("\(search) --rules \(window)").exits(1).prints("LEFT is broken")
    let whole = try folder.writeRules("{ id: NONE, count: app_launched, is: 0 }")
    try await CommandRun("\(search) --rules \(whole)").exits(64).printsError(
      "rule NONE counts in a whole run")
  }

  @Test func `rules of another system, and a file that is not there, are refused`() async throws {
    let rules = try folder.write(
      "format: 1\nsdk: mobile_engage\nalways:\n  - { id: A, never: contact_set }\n",
      to: "own.rules.yaml")
    for path in [rules, folder.path("missing.rules.yaml")] {
      try await CommandRun("explore --sdk mobilepush --depth 1 --rules \(path)").exits(2)
    }
  }

  @Test(arguments: [
    (["--sdk", "mobilepush", "--inputs", "app_lunched"], "did you mean 'app_launched'?"),
    (["--sdk", "mobilepush", "--faults", "\u{1B}[31m"], "there is no fault"),
    (["--sdk", "mobilepush", "--answers", "teapot"], "--answers takes statuses"),
    (["--sdk", "mobilepush", "--backends", "soon"], "--backends takes a duration"),
    (["--sdk", "mobilepush", "--reduce", "everything"], "--reduce takes"),
    (["--sdk", "mobilepush", "--faults", "lost"], "--faults lost needs --backends"),
    (["--sdk", "mobilepush", "--faults", "offline,duplicate"], "duplicate needs --backends"),
  ])
  func `what makes no sense is wrong usage, in words`(arguments: [String], message: String)
    async throws
  {
    let run = try await CommandRun("explore --depth 1 \(arguments)").exits(64)
    run.printsError(message)
    #expect(!run.errors.contains("\u{1B}"))
  }

  @Test(arguments: [
    (["--sdk", "mobilepsh"], "did you mean 'mobilepush'?"),
    (["--sdk", "mobilepush", "--property", "R99"], "mobilepush has no property 'R99'"),
  ])
  func `a name that is unknown is refused as simulate refuses it`(
    arguments: [String], message: String
  ) async throws {
    for verb in [["explore", "--depth", "1"], ["simulate", "--runs", "1"]] {
      try await CommandRun(verb + arguments).exits(2).printsError(message)
    }
  }

  @Test(arguments: [["--depth", "0"], ["--devices", "0"], ["--jobs", "0"], ["--states", "0"]])
  func `a number that leaves nothing to search is wrong usage`(arguments: [String]) async throws {
    try await CommandRun("explore --sdk mobilepush \(arguments)").exits(64)
  }

  @Test func `what no state puts to the test is a warning, and an error where that is asked for`()
    async throws
  {
    let arguments = ["explore", "--sdk", "mobilepush", "--depth", "2", "--property"]
    try await CommandRun(arguments + ["R3,W8"]).exits(0).prints(
      "warning[T331]: 1 of 2 properties never put to the test: W8")
    try await CommandRun(arguments + ["R3,W8", "--strict"]).exits(1)
    try await CommandRun(arguments + ["R3", "--strict"]).exits(0)
  }

  @Test func `a rule that is broken was put to the test`() async throws {
    let rules = try folder.writeRules(
      "{ id: SILENT, never: send_registration }")
    try await CommandRun("explore --sdk mobilepush --depth 3 --property none --rules \(rules)")
      .prints("SILENT is broken").omits("never put to the test")
  }

  @Test func `inputs have the values that are given`() async throws {
    func states(_ inputs: String) async throws -> String {
      let run = try await CommandRun([
        "explore", "--sdk", "mobilepush", "--depth", "3", "--property", "none", "--reduce", "none",
        "--inputs", "app_launched,\(inputs)",
      ]).exits(0)
      return try #require(run.output.firstMatch(of: /(\d+) states/)).1.description
    }
    let one = try await states("attribute_set{key: a, value: b}")
    let two = try await states("attribute_set{key: a, value: b},attribute_set{key: a, value: c}")
    #expect(one != two)
  }
}
