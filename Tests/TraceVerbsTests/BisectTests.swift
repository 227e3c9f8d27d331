import CommandTesting
import Systems
import Testing

/// `pushtrace bisect`: the record from which on a rule is broken or a state stays.
struct BisectTests {
  private let folder = TemporaryFolder()
  private let backOff = "Traces/mobilepush/back-off-over-days.trace.jsonl"
  private let login = "Traces/mobilepush/login.trace.jsonl"

  @Test func `the record that breaks a rule is found in few passes`() async throws {
    let lines = RandomTrace.lines(of: MobilePushSystem.self, seed: 5, count: 1_000)
    let path = try folder.write(lines, "long")
    let rules = try folder.writeRules(
      "{ id: TWICE, at_most: 1, of: send_registration, in_any: 1d }")
    let run = try await CommandRun("bisect \(path) --rules \(rules)").exits(1)
    let send = try #require(
      lines.indices.filter { lines[$0].contains("\"effect\":\"send_registration\"") }.dropFirst()
        .first)
    run.prints(":\(send + 1): from record \(send) on: rule TWICE is broken")
    let passes = try #require(run.output.firstMatch(of: /([0-9]+) refolds of/)?.1)
    #expect(try #require(Int(passes)) <= 13)
  }

  @Test(arguments: BrokenRules.all.filter { ["RATE", "FIRST-LAUNCH"].contains($0.id) })
  func `a rule of the documents needs no file`(broken: BrokenRules.Case) async throws {
    let path = try folder.write(broken.trace, to: "broken.trace.jsonl")
    try await CommandRun("bisect \(path) --rule \(broken.id)").exits(1).prints(
      "\(path):\(broken.line): ")
    try await CommandRun("bisect \(path) --rule RAT").exits(2).printsError("did you mean 'RATE'?")
    try await CommandRun("bisect \(path) --rule r2").exits(2).printsError("did you mean 'R2'?")
    try await CommandRun("bisect \(path) --rule NONE-SUCH").exits(2).printsError(
      ", and no property, is called 'NONE-SUCH'", "known: RATE, ", ", R1, R2, ")
  }

  @Test func `a property that conform finds broken is found, and shown by few records`()
    async throws
  {
    let recording = "Traces/mobilepush/force-close-with-unsent-analytics.trace.jsonl"
    var lines = try Project.lines(of: recording).dropLast()
    let place = try #require(lines.indices.last { lines[$0].contains("\"entry\":1,") })
    lines[place].replace("\"entry\":1,", with: "\"entry\":60001,")
    let path = try folder.write(lines, "renumbered")
    try await CommandRun(["conform", path]).exits(1).prints("property N7 is broken")
    try await CommandRun(["bisect", path, "--rule", "N7"]).exits(1).prints(
      "from record \(place) on: property N7 is broken")
    let small = folder.path("small.trace.jsonl")
    try await CommandRun(["minimize", path, "--rule", "N7", "--output", small]).exits(0)
    try await CommandRun(["conform", small]).exits(1).prints("property N7 is broken")
  }

  @Test func `a rule of a spec counts once, whatever number of scenarios it has`() async throws {
    let rules = ["never: send_registration", "never: diagnose"]
    for count in 1...2 {
      let always = (0..<count).map { "{ id: R\($0), \(rules[$0]) }" }.joined(separator: ", ")
      let spec = try folder.writeSpec(
        """
          - { name: One, steps: [{ at: 0s }] }
          - { name: Two, steps: [{ at: 0s }] }
        always: [\(always)]
        """, to: "own.spec.yaml")
      let run = try await CommandRun(["bisect", login, "--rules", spec])
      if count == 1 {
        run.prints("rule R0 is broken")
      } else {
        run.printsError("'\(spec)' has 2 rules\n", "help: name one with --rule: R0, R1\n")
      }
    }
  }

  @Test func `a property that a cut leaves open is not called broken`() async throws {
    let lines = try Project.lines(of: "Traces/mobilepush/delay-until-contact-key.trace.jsonl")
    let path = try folder.write(Array(lines.prefix(13)), "cut")
    try await CommandRun("bisect \(path) --rule I5").exits(0)
    try await CommandRun("minimize \(path) --rule I5").exits(2).printsError("nothing to keep")
  }

  @Test func `a rule that holds to the end is no finding`() async throws {
    try await CommandRun([
      "bisect", login, "--rules", try folder.writeRules("{ id: N, never: app_backgrounded }"),
    ]).exits(0).prints(": nothing found: rule N is broken after none of its ")
  }

  @Test func `a count that is right in between is looked at record by record`() async throws {
    try await CommandRun([
      "bisect", login, "--rules", try folder.writeRules("{ id: ONE, count: attribute_set, is: 1 }"),
    ]).exits(1).prints("from record 21 on: rule ONE is broken", "so and not so again")
  }

  @Test func `the event that leads to a state is found, with what it changed`() async throws {
    try await CommandRun("bisect \(login) --state contact_key=ann@example.com")
      .exits(1).prints(
        "from record 17 on: state contact_key=ann@example.com", "  + contact_key: ann@example.com")
    try await CommandRun(["bisect", login, "--state", "tags={ contains: [gold] }"]).prints(
      "from record 23 on")
  }

  @Test func `the record that was found is a finding`() async throws {
    let arguments = ["bisect", login, "--format", "json", "--state"]
    let run = try await CommandRun(arguments + ["contact_key=ann@example.com"]).exits(1)
    let finding = try #require(try run.list("findings").first)
    #expect(finding["code"] as? String == "T406")
    #expect((finding["place"] as? [String: Any])?["line"] as? Int == 18, "\(finding)")
    let none = try await CommandRun(arguments + ["contact_key=bob@example.com"]).exits(0)
    #expect(try none.list("findings").isEmpty)
  }

  @Test func `a state that comes and goes is found for good`() async throws {
    let run = try await CommandRun("bisect \(backOff) --state registration.pending=false").exits(1)
    let record = try #require(run.output.firstMatch(of: /from record ([0-9]+) on/)?.1)
    let number = try #require(Int(record))
    for (at, expected) in [(number - 1, "true"), (number, "false")] {
      let state = try await CommandRun("replay --at \(at) --state \(backOff)")
      #expect(state.output.contains("pending: \(expected)"), "\(at): \(state.output)")
    }
  }

  @Test func `the first record that drifts is found`() async throws {
    var lines = try Project.lines(of: backOff)
    lines.removeRecord(20)
    let path = try folder.write(lines, "drift")
    let run = try await CommandRun("bisect \(path) --drift").exits(1)
    let drift = try await CommandRun("replay \(path)")
    let seq = try #require(drift.output.firstMatch(of: /in record ([0-9]+) of/)?.1)
    run.prints("from record \(seq) on: drift\n")
    try await CommandRun("bisect \(login) --drift").exits(0).prints(
      ": nothing found: drift after none of its ")
  }

  @Test func `a state that went away again is said with its first and last record`() async throws {
    let run = try await CommandRun("bisect \(backOff) --state registration.failures=3").exits(0)
    let text = /nothing found: state registration.failures=3 from record (\d+) to (\d+), not at/
    let found = try #require(run.output.firstMatch(of: text), "\(run.output)")
    for (record, holds) in [(found.1, true), (found.2, true)] {
      let state = try await CommandRun("replay --at \(record) --state \(backOff)")
      #expect(state.output.contains("failures: 3") == holds, "\(record): \(state.output)")
    }
    let first = try #require(Int(found.1))
    try await CommandRun("replay --at \(first - 1) --state \(backOff)").omits("failures: 3")
  }

  @Test func `a drift is the one that replay shows first`() async throws {
    let state = "Specs/must_fail/recordings/hash.trace.jsonl"
    let found = try await CommandRun("replay \(state) --format json").exits(1)
    let drift = try #require(try found.list("traces").first?["drift"] as? [String: Any])
    let seq = try #require(drift["seq"] as? Int)
    try await CommandRun("bisect --drift \(state)").exits(1).prints(
      ": from record \(seq) on: drift")

    let inputs = try Project.lines(of: login).filter {
      !$0.contains("\"effect\":") && !$0.contains("\"state\":")
    }
    let path = try folder.write(inputs.joined(separator: "\n") + "\n", to: "inputs.trace.jsonl")
    try await CommandRun("replay \(path)").exits(0)
    try await CommandRun("bisect --drift \(path)").exits(0)
  }

  @Test func `an effect of an unknown name is refused`() async throws {
    let text = try Project.text("/\(login)")
      .replacing(#""effect":"send_analytics""#, with: #""effect":"send_nothing""#)
    let path = try folder.write(text, to: "unknown.trace.jsonl")
    try await CommandRun("bisect \(path) --state contact_key=a").exits(2).printsError(
      "unknown effect 'send_nothing'")
  }

  @Test func `causes are followed to what came from outside`() async throws {
    let rules = try folder.writeRules("{ id: ONCE, count: send_registration, is: 1 }")
    let causes = try await CommandRun("bisect \(login) --rules \(rules) --format json")
      .list("causes")
    #expect(
      causes.compactMap { $0["name"] as? String } == [
        "send_registration", "timer_fired", "set_timer", "device_token_received",
      ])
  }

  @Test(arguments: [
    ["bisect"], ["bisect", "x"], ["bisect", "x", "--drift", "--state", "contact_key=a"],
    ["bisect", "x", "--rule", "A", "--state", "contact_key=a"],
  ])
  func `without a claim the command line makes no sense`(arguments: [String]) async throws {
    try await CommandRun(arguments).exits(64)
  }

  @Test(arguments: ["", "not json\n", "{\"pushtrace\":1,\"sdk\":\"x\",\"started\":0}\n"])
  func `a file that has no rules is refused`(text: String) async throws {
    let path = try folder.write(text, to: "broken.rules.yaml")
    try await CommandRun("bisect \(login) --rules \(path)").exits(2)
  }
}
