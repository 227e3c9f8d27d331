import CommandTesting
import Foundation
import Testing

@testable import Commands

/// `pushtrace simulate`, its counterexamples, and the specs that repeat them.
struct SimulateTests {
  private let folder = TemporaryFolder()
  private let search: CommandWords = "simulate --sdk mobilepush --seed 3 --runs 40 --discard"

  @Test func `the output is the same on any number of cores, and begins with how to repeat it`()
    async throws
  {
    let one = try await CommandRun("\(search) --jobs 1")
    let two = try await CommandRun("\(search) --jobs 2")
    #expect(one.output == two.output)
    let options = "simulate --sdk mobilepush --seed 3 --runs 40 --devices 3 --for 60d --faults all"
    #expect(one.output.hasPrefix(options + "\nrepeat: "), "\(one.output)")
  }

  @Test func `an unknown profile is named, beside those that there are`() async throws {
    try await CommandRun("simulate --profile documnts --runs 1").exits(2).printsError(
      "no SDK of the run has a profile 'documnts'", "did you mean 'documents'?",
      "mobile_engage has: documents, ios, android")
    try await CommandRun("simulate --sdk mobilepush --profile nope")
      .exits(2).printsError("unknown profile 'nope'")
  }

  @Test func `the counts are in the JSON document too`() async throws {
    let run = try await CommandRun("\(search) --format json")
    let json = try run.document
    #expect(json["verb"] as? String == "simulate")
    #expect(json["seed"] as? String == "3")
    let systems = try run.list("systems")
    #expect(systems.map { $0["runs"] as? Int } == [40])
    #expect((systems.first?["properties"] as? [Any])?.isEmpty == false)
  }

  @Test func `every run is saved as a trace that replays`() async throws {
    try await CommandRun(
      "simulate --sdk mobile_engage --seed 3 --runs 6 --discard --save \(folder.url.path)"
    ).exits(0)
    let traces = (0..<6).map { folder.path("mobile_engage/\($0).trace.jsonl") }
    try await CommandRun("replay \(traces)").exits(0)
  }

  @Test func `a search for more runs makes those of a shorter one, and then others`() async throws {
    for runs in [70, 52] {
      let save = folder.path("\(runs)")
      try await CommandRun(
        "simulate --sdk mobile_engage --seed 3 --runs \(runs) --discard --save \(save)"
      ).exits(0)
    }
    for number in 0..<52 {
      let name = "mobile_engage/\(number).trace.jsonl"
      let (long, short) = (folder.path("70/\(name)"), folder.path("52/\(name)"))
      #expect(FileManager.default.contentsEqual(atPath: long, andPath: short), "run \(number)")
    }
  }

  @Test func `a run that keeps its claim is repeated without a finding`() async throws {
    let run =
      #"{"claim":"R1","devices":[{"name":"device"}],"steps":[{"on":"device","#
      + #""event":"app_launched","with":{"state":"foreground","initialized":true}}]}"#
    let repeated = try await CommandRun("simulate --sdk mobilepush --reproduce \(run)").exits(0)
    #expect(repeated.output == "mobilepush: the claim holds in this run\n")
    let saved = try await CommandRun(
      "simulate --sdk mobilepush --reproduce \(run) --save \(folder.url.path)")
    let trace = folder.path("mobilepush/reproduced.trace.jsonl")
    #expect(saved.output == repeated.output + "  trace: \(trace)\n", "\(saved.errors)")
    #expect(try String(contentsOfFile: trace, encoding: .utf8).contains("app_launched"))
    try await CommandRun("replay \(trace)").exits(0)
    try await CommandRun(
      "simulate --sdk mobilepush --reproduce \(run) --save \(folder.url.path) --format json"
    ).prints("\"trace\":\"\(trace)\"")
  }

  @Test(arguments: ["--traces", "--specs"])
  func `a run that is repeated is kept in no folder of regressions`(option: String) async throws {
    try await CommandRun("simulate --sdk mobilepush --reproduce {} \(option) own").exits(64)
      .printsError("--save FOLDER saves its trace")
  }

  @Test(arguments: [
    (["--sdk", "mobilepush", "--reproduce", ""], "at character 1"),
    (["--sdk", "mobilepush", "--reproduce", "{\"claim\":\"\u{1B}[31m\"}"], "simulate has printed"),
    (
      ["--sdk", "mobilepush", "--reproduce", #"{"claim":"X9","devices":[],"steps":[]}"#],
      "has no property 'X9'"
    ),
    (
      ["--sdk", "mobilepush", "--reproduce", #"{"claim":"R1","devices":[],"steps":[]}"#],
      "the run does not fit mobilepush: it has no device"
    ),
    (
      [
        "--sdk", "mobilepush", "--reproduce",
        #"{"claim":"R1","devices":[{"name":"device"}],"steps":[{"on":"devise","#
          + #""event":"app_backgrounded","with":{}}]}"#,
      ], "step 1 is about 'devise', and the run has 'device'"
    ),
    (
      [
        "--sdk", "mobilepush", "--reproduce",
        #"{"claim":"R1","devices":[{"name":"device"}],"steps":[{"on":"device","#
          + #""event":"tag_addd","with":{"tag":"a"}}]}"#,
      ], "mobilepush has no event 'tag_addd'"
    ),
    (
      ["--reproduce", #"{"claim":"X9","devices":[],"steps":[]}"#],
      "--reproduce: mobilepush has no property 'X9'; mobile_engage has no property 'X9'"
    ),
    (["--reproduce", ""], "at character 1\n"),
  ])
  func `what cannot be searched is refused`(arguments: [String], text: String) async throws {
    try await CommandRun("simulate \(arguments)").exits(2).printsError(text)
  }

  @Test(arguments: ["--runs=0", "--for=0s", "--devices=0", "--faults=none,all", "--time-limit=5"])
  func `an option without sense is wrong usage`(option: String) async throws {
    try await CommandRun("simulate \(option)").exits(64)
  }

  @Test func `a spec repeats a run, and says where one cannot be repeated`() async throws {
    let fine = #"{"claim":"R1","devices":[{"name":"device"}],"steps":[]}"#
    for (text, status) in [(fine, Int32(0)), ("{", 1), (fine.replacing("R1", with: "Q"), 1)] {
      let spec = try folder.writeSpec(
        """
          - name: A run
            reproduce: '\(text)'

        """, to: "kept.spec.yaml")
      let run = try await CommandRun("check \(spec)").exits(status)
      #expect(status == 0 || run.output.contains("error[T330]"), "\(run.output)")
    }
  }

  @Test(arguments: [1, 99])
  func `a fault of a kept run that finds no request any more is said`(number: Int) async throws {
    let text =
      #"{"claim":"R1","devices":[{"name":"device"}],"steps":[{"on":"device","#
      + #""event":"app_launched","with":{"state":"foreground","initialized":true}},"#
      + #"{"fault":{"does":"hang","to":"device","number":\#(number)}}]}"#
    let spec = try folder.writeSpec(
      """
        - name: A request that hangs
          reproduce: '\(text)'

      """, to: "kept.spec.yaml")
    let isMet = number == 1
    let said = "the fault of step 2 found no request or message"
    let check = try await CommandRun("check \(spec)").exits(0)
    let run = try await CommandRun("simulate --sdk mobilepush --reproduce \(text)").exits(0)
    for output in [check.output, run.output] {
      #expect(output.contains(said) == !isMet, "\(output)")
    }
    #expect(check.output.contains("warning[T330]") == !isMet)
    try await CommandRun("check \(spec) --strict").exits(isMet ? 0 : 1)
    try await CommandRun("lint \(spec)").exits(isMet ? 0 : 1)
  }

  @Test(arguments: [
    ["simulate", "--seed", "1", "--runs", "4", "--traces", "taken"],
    ["explore", "--sdk", "mobilepush", "--depth", "4", "--save", "taken"],
  ])
  func `what is broken is reported where it cannot be kept`(arguments: [String]) async throws {
    let rules = try folder.writeRules("{ id: NONE, never: send_registration }")
    try folder.write("a file", to: "taken")
    try await CommandRun(arguments + ["--rules", rules], in: folder.url).exits(74).prints(
      "NONE is broken", "  repeat: pushtrace simulate "
    ).printsError("error: 'taken/")
  }

  @Test func `rules of a file are held against every run, and a broken one is made small`()
    async throws
  {
    let rules = try folder.writeRates(to: "own.rules.yaml")
    let run = try await CommandRun("simulate --seed 1 --runs 40 --rules \(rules)", in: folder.url)
      .exits(1)
    run.prints("ONCE is broken").omits("RATE is broken")
    let traces = try folder.names(in: "Traces/Regressions")
    #expect(traces.count == 1)
    let trace = folder.path("Traces/Regressions/\(try #require(traces.first))")
    try await CommandRun("conform \(trace) --rules \(rules)").exits(1)
    let command = try run.repetition
    try CommandProcess(shell: command).exits(1).prints("ONCE is broken")
    try CommandProcess(shell: "\(command) --save saved", in: folder.url).exits(1)
    #expect(
      FileManager.default.contentsEqual(
        atPath: folder.path("saved/mobilepush/reproduced.trace.jsonl"), andPath: trace))
  }

  @Test(arguments: [
    ("app_launched, is: 0", "It happened once."),
    ("device_restarted, is: { at_least: 1000 }", "It happened 0 times."),
  ])
  func `a rule that counts is judged when a run is over`(count: String, sentence: String)
    async throws
  {
    let rules = try folder.writeRules(
      "{ id: COUNT, count: \(count) }",
      "{ id: FEW, count: app_launched, is: { at_most: 100000 } }")
    let run = try await CommandRun(
      "simulate --seed 3 --runs 20 --rules \(rules) --property COUNT --property FEW", in: folder.url
    ).exits(1)
    run.prints("COUNT is broken", sentence).omits("FEW is broken")
    for name in try folder.names(in: "Traces/Regressions") {
      let trace = folder.path("Traces/Regressions/\(name)")
      try await CommandRun("conform \(trace) --rules \(rules)").exits(1)
    }
    try CommandProcess(shell: try run.repetition).exits(1)
  }

  @Test func `what one run breaks is one finding`() async throws {
    let rules = try folder.writeRules(
      "{ id: SILENT, never: response_received }",
      "{ id: NEVER, never: send_registration }")
    let run = try await CommandRun(
      "simulate --seed 3 --runs 20 --rules \(rules) --discard --property NEVER --property SILENT"
    ).exits(1)
    run.prints("also broken: ", "mobilepush: 2 properties broken by 1 run")
    #expect(run.output.split(separator: " is broken: ").count == 2)
  }

  @Test func `a part of the time goes to every interleaving of a small configuration`() async throws
  {
    let search = "--sdk mobile_engage --seed 3 --time-limit 400ms --runs 4 --discard".split(
      separator: " "
    ).map(String.init)
    let run = try await CommandRun("simulate \(search)").exits(0)
    let line = try #require(
      run.output.firstMatch(of: /small configuration up to \d+ moves?: (\d+) states/))
    #expect(try #require(Int(line.1)) > 1)
    let systems = try await CommandRun("simulate \(search) --format json").list("systems")
    let part = try #require(systems.first?["exhaustive"] as? [String: Int])
    let depth = try #require(part["depth"])
    let explored = try await CommandRun([
      "explore", "--sdk", "mobile_engage", "--depth", "\(depth)", "--format", "json",
    ]).exits(0).document
    #expect(part["complete_states"] == explored["states"] as? Int)
  }

  @Test func `what the small configuration breaks is kept, on a shortest way`() async throws {
    let rules = try folder.writeRules(
      "{ id: NEVER, never: send_registration }", to: "it's own.rules.yaml")
    let run = try await CommandRun(
      "simulate --seed 3 --time-limit 400ms --rules \(rules) --property NEVER", in: folder.url
    ).exits(1)
    run.prints("NEVER is broken")
    try CommandProcess(shell: try run.repetition).exits(1)
  }

  @Test func `what no run puts to the test is a warning, and an error where that is asked for`()
    async throws
  {
    let few: CommandWords = "simulate --sdk mobilepush --seed 3 --runs 4 --discard"
    try await CommandRun(few).exits(0).prints(
      "warning[T331]: W8 was never met: A new version comes")
    let findings = try await CommandRun("\(few) --strict --format json").exits(1).list("findings")
    #expect(findings.contains { $0["code"] as? String == "T331" })
    #expect(findings.allSatisfy { $0["severity"] as? String == "error" })
  }

  @Test func `only what --inputs names happens, with its values`() async throws {
    try await CommandRun([
      "simulate", "--sdk", "mobilepush", "--seed", "3", "--runs", "8", "--discard", "--inputs",
      "app_launched,attribute_set{key: city, value: 'a, b'},custom_event_tracked", "--save",
      folder.path("runs"), "--devices", "1",
    ]).exits(0).prints("--inputs 'app_launched,attribute_set{key: city,")
    let traces = try (0..<8).map {
      try folder.text("runs/mobilepush/\($0).trace.jsonl")
    }.joined()
    #expect(traces.contains(#""attribute_set","data":{"key":"city","value":"a, b"}"#))
    #expect(!traces.contains(#""data":{"key":"alpha"#))
    #expect(!traces.contains("tag_added"))
  }

  @Test func `the states of an unfinished search are not said to be all within some moves`() {
    func coverage(isComplete: Bool) -> String {
      StateCoverage(depth: 8, states: 20, isComplete: isComplete, runs: 3, visited: 5).sentence
    }
    let all = "that every interleaving of up to 8 moves of a small configuration reaches, "
    let share = "3 runs within it reached 5 (25.0 %)"
    #expect(coverage(isComplete: true) == "of the 20 states \(all)\(share)")
    #expect(coverage(isComplete: false) == "of 20 states, among them all \(all)\(share)")
  }

  @Test func `how much was seen is said in words and as figures`() async throws {
    let search: CommandWords =
      "simulate --sdk mobile_engage --seed 3 --runs 8 --discard --depth 1"
    let run = try await CommandRun(search).exits(0)
    run.prints(
      "Seen: one more run comes to a transition that none has come to",
      "that every interleaving of up to 1 move")
    #expect(try await CommandRun("\(search) --jobs 1").output == run.output)
    let system = try await CommandRun("\(search) --format json").list("systems").first
    let coverage = try #require(system?["coverage"] as? [String: Any])
    let states = try #require(coverage["states"] as? Int)
    let visited = try #require(coverage["visited"] as? Int)
    #expect(visited > 1 && visited <= states)
    let new = try #require(system?["new_transition"] as? [String: Any])
    #expect(new["runs"] as? Int == 8)
  }

  @Test(arguments: [
    ["simulate", "--runs", "2", "--seed", "1", "--discard"], ["explore", "--depth", "2"],
  ])
  func `an input that happens by itself is remarked, with a proposal`(verb: [String])
    async throws
  {
    try await CommandRun(
      verb + ["--sdk", "mobilepush", "--inputs", "app_launched,timer_fired"]
    ).exits(0).prints(
      "--inputs:1:14: warning[T333]: 'timer_fired'", "leave it out, unless misuse is meant")
    try await CommandRun(verb + ["--sdk", "mobilepush", "--inputs", "app_launched"]).omits("T333")
  }

  @Test(arguments: [
    ("app_lunched", "--inputs:1:1: error[S101]: unknown event 'app_lunched'"),
    ("app_lunched", "did you mean 'app_launched'?"),
    ("app_launched,attribute_set{kee: a}", "--inputs:1:28: error[S101]: unknown field 'kee'"),
    ("attribute_set{key: [a]}", "--inputs:1:20: error[S102]"),
    ("attribute_set{key: a", "--inputs:1:14: error"),
    ("readings_set", "'readings_set' is written by the harness alone"),
    (",", "--inputs takes names of events"),
  ])
  func `inputs that are none are refused with their place`(inputs: String, message: String)
    async throws
  {
    for verb in [["simulate", "--runs", "1"], ["explore", "--depth", "1"]] {
      try await CommandRun(verb + ["--sdk", "mobilepush", "--inputs", inputs]).exits(64)
        .printsError(message)
    }
  }
}
