import CommandTesting
import Foundation
import Systems
import Testing

/// `pushtrace minimize`: drift, a state and a broken rule in random runs.
struct MinimizeTests {
  private let folder = TemporaryFolder()

  @Test(arguments: [
    ("\"push_Enabled\":true", "\"push_Enabled\":false", "send_registration"),
    ("\"tags\":[\"ALL\",", "\"tags\":[", "send_registration"),
    ("\"kind\":\"app_closed\"", "\"kind\":\"app_opened\"", "send_analytics"),
  ])
  func `a fault late in a long run is shown by few records`(
    correct: String, wrong: String, effect: String
  ) async throws {
    var lines = RandomTrace.lines(
      of: MobilePushSystem.self, seed: 7, count: 300, statuses: [201, 500, 201])
    let place = try #require(
      lines.lastIndex { $0.contains("\"effect\":\"\(effect)\"") && $0.contains(correct) })
    lines[place].replace(correct, with: wrong)
    let small = try await folder.minimized(lines)
    #expect(small.count - 2 < 24, "\(small.joined(separator: "\n"))")
    try await CommandRun(["replay", try folder.write(small, "small")]).exits(1).prints(effect)
      .omits("warning")
    // With fewer decisions to hold it against, less tells the wrong one from them.
    #expect(try await folder.minimized(small).count <= small.count)
  }

  @Test func `a wait that is too short keeps the failures that lead to it`() async throws {
    var lines = RandomTrace.lines(
      of: MobilePushSystem.self, seed: 3, count: 1_000, statuses: [503])
    let retries = lines.indices.filter {
      lines[$0].contains("\"timer\":\"registration_retry\",\"due\"")
    }
    let place = try #require(retries.dropFirst(2).first)
    let due = try #require(lines[place].firstMatch(of: /"due":([0-9]+)/)?.1)
    let early = String(try #require(Int64(due)) - 30_000)
    lines[place].replace("\"due\":\(due)", with: "\"due\":\(early)")
    let small = try await folder.minimized(lines)
    // The third wait is four minutes: without two failures before it, it is another one.
    #expect(small.count { $0.contains("\"status\":5") } >= 3, "\(small.joined(separator: "\n"))")
    #expect(small.count < 40)
  }

  @Test func `no event of the result can be left out`() async throws {
    var lines = RandomTrace.lines(
      of: MobileEngageSystem.self, seed: 11, count: 300, statuses: [200, 401, 200])
    // A restart would stay, although the drift does not need it.
    let starts = lines.indices.filter { lines[$0].contains("\"event\":\"app_launched\"") }
    lines = Array(lines[..<(starts.dropFirst().first ?? lines.count)])
    let place = try #require(lines.lastIndex { $0.contains("\"method\":\"POST\"") })
    lines[place].replace("\"method\":\"POST\"", with: "\"method\":\"PUT\"")
    let small = try await folder.minimized(lines)
    let replay = try await CommandRun(["replay", try folder.write(small, "small")]).exits(1)
    let summary = try #require(replay.output.firstMatch(of: /error\[T401\]: (.*)/)?.1)
    for index in small.indices where small[index].contains("\"event\":") && index < small.count - 3
    {
      var fewer = small
      fewer.remove(at: index)
      let run = try await CommandRun(["replay", try folder.write(fewer, "fewer")])
      #expect(
        run.output.firstMatch(of: /error\[T401\]: (.*)/)?.1 != summary
          || !run.output.contains("record \(small.count - 2)"))
    }
  }

  @Test func `a state is reached by the fewest events`() async throws {
    let lines = RandomTrace.lines(
      of: MobilePushSystem.self, seed: 5, count: 1_000, statuses: [201, 503, 503])
    let path = try folder.write(lines, "long")
    let target = folder.path("small.trace.jsonl")
    try await CommandRun("minimize \(path) --state registration.failures=2 --output \(target)")
      .exits(0).prints("state registration.failures=2")
    let small = try String(contentsOfFile: target, encoding: .utf8)
    #expect(small.split(separator: "\n").count < 30, "\(small)")
    try await CommandRun("replay \(target)").exits(0)
    try await CommandRun("replay --state \(target)").prints("failures: 2")
  }

  @Test func `a broken rule is shown by the records that break it`() async throws {
    let lines = RandomTrace.lines(of: MobilePushSystem.self, seed: 5, count: 1_000)
    let rules = try folder.writeRules(
      "{ id: TWICE, at_most: 1, of: send_registration, in_any: 1d }",
      "{ id: NEVER, never: token_invalidated }")
    let path = try folder.write(lines, "long")
    let run = try await CommandRun(["minimize", path, "--rules", rules, "--rule", "TWICE"]).exits(0)
    run.printsError("rule TWICE is broken")
    let sends = run.output.split(separator: "\n").count { $0.contains("send_registration") }
    #expect(sends == 2)
    #expect(run.output.split(separator: "\n").count < 24, "\(run.output)")
    try await CommandRun("minimize \(path) --rules \(rules) --rule NEVER").exits(2).printsError(
      "nothing to keep")
    try await CommandRun("minimize \(path) --rules \(rules) --rule TWIC").printsError(
      "did you mean 'TWICE'")
  }

  @Test func `what breaks a rule in an exact trace is exact and breaks no other rule`() async throws
  {
    let rules = try folder.writeRules(
      "{ id: TOO-STRICT, gap_between: send_registration, at_least: 61s }")
    let login = "Traces/mobilepush/login.trace.jsonl"
    let small = folder.path("strict.trace.jsonl")
    try await CommandRun("minimize \(login) --rules \(rules) --output \(small)").exits(0).omits(
      "the machine is not asked")
    #expect(try Project.lines(of: small).count < 24)
    try await CommandRun("replay \(small)").exits(0)
    try await CommandRun("conform \(small) --rules \(rules)").exits(1).prints("missed by 1s")
    try await CommandRun("bisect \(small) --rule RATE").exits(0)
    var lines = try Project.lines(of: login).dropLast().map { $0 }
    lines[14] = lines[14].replacing(#""reason":"changed""#, with: #""reason":"retry""#)
    let drifting = try folder.write(lines, "drifting")
    try await CommandRun("minimize \(drifting) --rules \(rules)").exits(0).printsError(
      "rule TOO-STRICT is broken, the machine is not asked")
  }

  /// A process that ended before its timer; the sweeps have the other devices of that week.
  @Test func `a proof has what led to its decision, and its spec shows both sides`() async throws {
    let small = folder.path("proof.trace.jsonl")
    try await CommandRun("minimize Tests/CommandsTests/Week/two.trace.jsonl --output \(small)")
      .exits(0)
    let lines = try Project.lines(of: small)
    #expect(lines.contains { $0.contains(#""event":"app_force_closed""#) })
    #expect(lines.count { $0.contains(#""effect":"send_registration""#) } >= 2)
    #expect(lines.count < 42)
    _ = try await bothSides(of: small)
  }

  /// A timer with another time or name, one that is not set or not cancelled, and an answer of a
  /// backend; `correct` stands in the last line of `effect`, which is missing where it is nil.
  @Test(arguments: [
    ("mobilepush/back-off-over-days", "set_timer", "\"due\":1", "\"due\":2"),
    ("mobilepush/login", "set_timer", ":\"registration\"", ":\"registration_retry\""),
    ("mobilepush/login", "set_timer", nil, ""),
    ("mobile_engage/token-refresh-in-the-middle-of-the-queue", "cancel_timer", nil, ""),
    ("mobile_engage/two-people-on-two-devices", "set_timer", "\"due\":1", "\"due\":2"),
    ("mobile_engage/two-people-on-two-devices", "answer_call", "\"status\":2", "\"status\":5"),
  ])
  func `the spec of a proof names the effect that drifts where specs do not observe it`(
    trace: String, effect: String, correct: String?, wrong: String
  ) async throws {
    var lines = try Project.lines(of: "Traces/\(trace).trace.jsonl")
      .filter { !$0.hasPrefix("{\"end\":") }
    let place = try #require(lines.lastIndex { $0.contains("\"effect\":\"\(effect)\"") })
    let line = lines.remove(at: place)
    if let correct {
      try #require(line.contains(correct))
      lines.insert(line.replacing(correct, with: wrong), at: place)
    }
    let proof = try folder.write(try await folder.minimized(lines), "proof")
    for spec in try await bothSides(of: proof) {
      let head = try #require(spec.split(separator: "scenarios:").first)
      #expect(head.contains("observe:") && head.contains(effect), "\(spec)")
    }
  }

  @Test func `an entry whose number alone differs is as far off in the proof`() async throws {
    var lines = RandomTrace.lines(of: MobilePushSystem.self, seed: 7, count: 90)
    let place = try #require(lines.lastIndex { $0.contains("\"effect\":\"send_analytics\"") })
    let number = try #require(lines[place].firstMatch(of: /"entry":([0-9]+)/)?.1)
    let wrong = try #require(Int64(number)) + 300
    lines[place].replace("\"entry\":\(number),", with: "\"entry\":\(wrong),")
    let small = try await folder.minimized(lines)
    #expect(small.count < 30)
    #expect(
      small.count { $0.contains(/"entry":30[0-9],/) } == 1, "\(small.joined(separator: "\n"))")
    _ = try await bothSides(of: try folder.write(small, "proof"))
  }

  /// The requests of the events that are left would arrive in a world, but the trace has no record
  /// of it any more.
  @Test func `the proof of a simulated world is a run of its inputs`() async throws {
    try await CommandRun([
      "simulate", "--sdk", "mobilepush", "--seed", "33", "--runs", "1", "--for", "1d", "--devices",
      "1", "--inputs",
      "app_launched,token_invalidated,device_token_requested,push_submitted,app_foregrounded,"
        + "app_backgrounded", "--save", folder.url.path,
    ]).exits(0)
    var lines = try Project.lines(of: folder.path("mobilepush/0.trace.jsonl"))
    lines.removeAll { $0.hasPrefix("{\"end\":") }
    let place = try #require(
      lines.lastIndex { $0.contains("\"effect\":\"hand_out_token\"") && $0.contains("device-2\"") })
    lines[place].replace("device-2\"", with: "device-1\"")
    _ = try await bothSides(of: try folder.write(try await folder.minimized(lines), "proof"))
  }

  /// A spec has no name for the faults of the network that came before.
  @Test func `the proof of a device in a world with faults has its records alone`() async throws {
    let search: CommandWords =
      "simulate --sdk mobile_engage --seed 21 --runs 1 --for 2h --devices 1 --discard"
    let run = try await CommandRun("\(search) --save \(folder.url.path)")
    try #require(run.status <= 1, "\(run.errors)")
    var lines = try Project.lines(of: folder.path("mobile_engage/0.trace.jsonl"))
    lines.removeAll { $0.hasPrefix("{\"end\":") }
    let place = try #require(
      lines.lastIndex { $0.contains("\"effect\":\"send_events\"") && $0.contains("internal") })
    lines[place].replace("\"type\":\"internal\"", with: "\"type\":\"custom\"")
    let small = try await folder.minimized(lines)
    #expect(!small.contains { $0.contains("_arrived\"") }, "\(small.joined(separator: "\n"))")
    _ = try await bothSides(of: try folder.write(small, "proof"))
  }

  /// A push to nobody could be added to any trace of Engagement.
  @Test func `an effect too many goes to a device that the proof has too`() async throws {
    var lines = try Project.lines(
      of: "Traces/mobilepush/in-app-with-a-missed-silent-push.trace.jsonl")
    let place = try #require(lines.firstIndex { $0.contains("submit_silent_push") })
    let seq = try #require(lines[place].firstMatch(of: /"seq":([0-9]+)/).flatMap { Int($0.1) })
    lines = Array(lines[...(place + 1)]) + [lines[place].replacing("\(seq)", with: "\(seq + 2)")]
    let small = try await folder.minimized(lines)
    #expect(small.contains { $0.contains("registration_arrived") }, "\(small.joined())")
    _ = try await bothSides(of: try folder.write(small, "proof"))
  }

  @Test func `a step keeps its milliseconds where a recorded timer counts from them`() async throws
  {
    let source = try folder.writeSpec(
      """
        - name: A failure
          id: LATE
          given: { backend: { registration: { replies: [201, 503] } } }
          steps:
            - { at: 0s, event: app_launched, expect: unchecked }
            - { at: 90s437ms, event: tag_added, with: { tag: gold }, expect: unchecked }
      """, to: "late.spec.yaml")
    try await CommandRun("check \(source) --save-traces \(folder.url.path)").exits(0)
    var lines = try Project.lines(of: folder.path("LATE.trace.jsonl")).dropLast()
    let place = try #require(lines.lastIndex { $0.contains("\"effect\":\"set_timer\"") })
    lines[place].replace("\"due\":1", with: "\"due\":2")
    let proof = folder.path("sealed.trace.jsonl")
    let open = try folder.write(lines, "open")
    let seal = try await CommandRun("verify --seal --output \(proof) \(open)")
    #expect(seal.status <= 1, "\(seal.errors)")
    for spec in try await bothSides(of: proof) {
      #expect(spec.contains("at: 1m30s437ms"), "\(spec)")
    }
  }

  /// The specs of a proof: what was recorded fails, and what the machine orders passes.
  private func bothSides(of proof: String) async throws -> [String] {
    var specs: [String] = []
    for (options, said, status) in [
      ([], "fails here", Int32(1)), (["--computed"], "passes here", 0),
    ] {
      let spec = folder.path("proof.spec.yaml")
      try await CommandRun("spec \(proof) --output \(spec) \(options)").exits(0).prints(said)
      try await CommandRun("check \(spec)").exits(status)
      specs.append(try String(contentsOfFile: spec, encoding: .utf8))
    }
    return specs
  }

  @Test(arguments: [
    ("mobile_engage/second-start-nothing-changed", 9),
    ("Gallery/tokens-outlive-reinstallation", 34),
  ])
  func `what is left of a trace with a line twice drifts as the whole of it`(
    trace: String, line: Int
  ) async throws {
    var lines = try Project.lines(of: "Traces/\(trace).trace.jsonl")
    lines.insert(lines[line - 1], at: line)
    let path = folder.path("sealed.trace.jsonl")
    let twice = try folder.write(lines, "twice")
    try await CommandRun("verify --seal \(twice) --output \(path)").exits(0)
    let small = try await folder.minimized(try Project.lines(of: path))
    try await CommandRun(["replay", try folder.write(small, "small")]).exits(1).prints(
      "error[T401]")
  }

  @Test func `a drift before which no effect is recorded cannot be shown by a part`() async throws {
    var lines = try Project.lines(
      of: "Traces/mobile_engage/second-start-nothing-changed.trace.jsonl")
    lines.remove(at: 2)
    let path = try folder.write(lines, "first")
    try await CommandRun("replay \(path)").exits(1)
    try await CommandRun("minimize \(path)").exits(2).printsError("or records no effect up to it")
  }

  @Test func `a trace without a finding is refused`() async throws {
    let login = "Traces/mobilepush/login.trace.jsonl"
    let run = try await CommandRun("minimize \(login)").exits(2)
    #expect(run.output.isEmpty)
    run.printsError("there is nothing to keep")
    let empty = "{\"pushtrace\":1,\"sdk\":\"mobilepush\",\"started\":0}\n"
    try await CommandRun(["minimize", try folder.write(empty, to: "empty.trace.jsonl")]).exits(2)
    try await CommandRun("minimize \(login) --state contact_key=nobody").exits(2)
    try await CommandRun("minimize \(login) --state registration.failure=3")
      .exits(2).printsError("did you mean 'failures'")
  }

  @Test func `the JSON has the sizes and the trace`() async throws {
    var lines = RandomTrace.lines(of: MobilePushSystem.self, seed: 1, count: 200)
    let place = try #require(lines.lastIndex { $0.contains("\"push_Enabled\":true") })
    lines[place].replace("\"push_Enabled\":true", with: "\"push_Enabled\":false")
    let long = try folder.write(lines, "long")
    let json = try await CommandRun("minimize \(long) --format json").exits(0).document
    let records = try #require(json["records"] as? [String: Int])
    let trace = try #require(json["trace"] as? String)
    #expect(records["after"] == trace.split(separator: "\n").count - 2)
  }

  @Test func `an answer to another request than that of its cause stays as it is`() async throws {
    let lines = try Project.lines(of: "Traces/mobile_engage/first-start.trace.jsonl").map {
      $0.replacing(#""cause":7,"data":{"request":3"#, with: #""cause":7,"data":{"request":77"#)
    }
    let small = try await folder.minimized(lines)
    #expect(small.contains { $0.contains(#""data":{"request":77"#) })
    try await CommandRun(["replay", try folder.write(small, "small")]).exits(1).prints(
      "diagnose (unknown_request) missing")
  }
}

extension TemporaryFolder {
  /// The lines of the proof of what the trace with these lines shows.
  func minimized(_ lines: [String]) async throws -> [String] {
    let target = path("minimized.trace.jsonl")
    let long = try write(lines, "long")
    try await CommandRun("minimize \(long) --output \(target)").exits(0)
    try await CommandRun("verify \(target)").exits(0)
    return try Project.lines(of: target)
  }
}
