import CommandTesting
import Foundation
import Systems
import Testing

/// `pushtrace conform` on the project's traces and on small ones that break one rule each.
struct ConformTests {
  private let folder = TemporaryFolder()

  @Test func `every trace of the project keeps the documents' rules`() async throws {
    try await CommandRun("conform \(Project.traceFolders)").exits(0)
  }

  @Test func `the traces of specs keep the rules under the documents' readings`() async throws {
    let specs = ["mobilepush/throttle_readings", "mobile_engage/retries"]
    try await CommandRun(
      ["check", "--save-traces", folder.url.path] + specs.map { "Specs/\($0).spec.yaml" }
    ).exits(0)
    let traces = try await CommandRun("conform --format json \(folder.url.path)").list("traces")
    #expect(traces.count > 10)
    for trace in traces where trace["conforms"] as? Bool != true {
      // Another reading of the documents contradicts what their default says.
      #expect((trace["readings"] as? [String])?.isEmpty == false, "\(trace)")
    }
  }

  @Test func `neither a new installation nor a restored one breaks a rule`() async throws {
    let specs = ["mobilepush", "mobile_engage"].map { "Specs/\($0)/device_life.spec.yaml" }
    try await CommandRun("check --save-traces \(folder.url.path) \(specs)").exits(0)
    try await CommandRun("conform \(folder.url.path)").exits(0)
  }

  @Test func `effects that a cut trace may lack are not asked for`() async throws {
    let lines = try Project.lines(of: "Traces/mobilepush/delay-until-contact-key.trace.jsonl")
    for count in 2..<lines.count {
      let path = try folder.write(Array(lines.prefix(count)), "cut-\(count)")
      try await CommandRun("conform \(path)").exits(0)
    }
  }

  @Test func `a line that comes twice is no request that is repeated`() async throws {
    var lines = try Project.lines(of: "Traces/mobilepush/login.trace.jsonl")
    lines.insert(lines[6], at: 7)
    let path = try folder.write(lines, "twice")
    try await CommandRun("conform \(path)").exits(0).says("record 6 follows record 6")
  }

  @Test(arguments: ["conform", "bisect --rule R1"])
  func `a line that comes twice is no attempt too early`(verb: String) async throws {
    var lines = try Project.lines(of: "Traces/mobilepush/login.trace.jsonl")
    lines.insert(lines[3], at: 4)
    let path = try folder.write(lines, "twice")
    let words = verb.split(separator: " ").map(String.init)
    let run = try await CommandRun("\(words) \(path)").says("record 3 follows record 3")
    #expect(!(run.output + run.errors).contains("R1 is broken:"))
    if words.count > 1 { run.says("nothing found: ") }
  }

  @Test func `a file without rules judges nothing`() async throws {
    let rules = try folder.write("format: 1\nsdk: mobilepush\nalways: []\n", to: "a.rules.yaml")
    let trace = "Traces/mobilepush/login.trace.jsonl"
    try await CommandRun("conform \(trace) --rules \(rules)").exits(2).says(
      "there is no rule in '\(rules)'")
  }

  @Test func `the rules in the command are those of the project`() throws {
    let rules = ["mobilepush", "mobile_engage"].map { "/Specs/\($0)/documents.rules.yaml" }
    #expect(MobilePushSystem.documentRules == (try Project.text(rules[0])))
    #expect(MobileEngageSystem.documentRules == (try Project.text(rules[1])))
  }

  @Test(arguments: ["mobilepush", "mobile_engage"])
  func `the rules name requirements of the catalogue`(sdk: String) async throws {
    try await CommandRun("conform --rules Specs/\(sdk)/documents.rules.yaml Traces/\(sdk)").exits(0)
  }

  @Test(arguments: BrokenRules.all)
  func `a trace that breaks a rule is found at its line`(broken: BrokenRules.Case) async throws {
    let path = try folder.write(broken.trace, to: "broken.trace.jsonl")
    try await CommandRun("conform \(path)").exits(1).prints(
      "\(path):\(broken.line):1: error[T320]: rule \(broken.id) is broken: ")
  }

  @Test(arguments: BrokenRules.kept)
  func `what only looks as if it broke a rule is no finding of it`(kept: BrokenRules.Case)
    async throws
  {
    let path = try folder.write(kept.trace, to: "kept.trace.jsonl")
    try await CommandRun("conform \(path)").omits("rule \(kept.id) is broken")
  }

  @Test func `a rule is broken by a trace of its own`() throws {
    #expect(try BrokenRules.all.map(\.id).sorted() == Self.ids())
  }

  /// The ids of all rules of the documents.
  private static func ids() throws -> [String] {
    try ["mobilepush", "mobile_engage"].flatMap { sdk in
      try Project.text("/Specs/\(sdk)/documents.rules.yaml").split(separator: "\n")
        .filter { $0.hasPrefix("  - id: ") }.map { String($0.dropFirst("  - id: ".count)) }
    }.sorted()
  }

  @Test func `what a trace cannot answer is counted and is no finding`() async throws {
    let inputs = try Project.lines(of: "Traces/mobilepush/login.trace.jsonl")
      .filter { !$0.contains(#""effect":"#) && !$0.contains(#""end":"#) }
    let path = try folder.write(inputs, "inputs")
    let run = try await CommandRun("conform \(path)").exits(0)
    #expect(run.output.hasPrefix("none    \(path): "))
    run.prints(
      "cannot be judged, because no send_registration is recorded: RATE", " records; 0 rules held, "
    )
  }

  @Test func `a trace that begins in the middle is not asked what came before`() async throws {
    let broken = try #require(BrokenRules.all.first { $0.id == "LISTENER-ADDED" })
    let late = broken.trace.replacing(#""seq":"#, with: #""seq":10"#)
    try await CommandRun(["conform", try folder.write(late, to: "late.trace.jsonl")])
      .exits(0).prints("because the first records are missing: FIRST-LAUNCH")
  }

  @Test func `a promise is inconclusive where the trace ends`() async throws {
    let rules = try folder.writeRules(
      "{ id: SOON, whenever: app_launched, then: app_backgrounded, within: 10s }",
      "{ id: NEVER, never: app_foregrounded }")
    let path = try folder.write(
      TraceText.text("mobilepush", [(0, "event", "app_launched", "{}")]), to: "a.trace.jsonl")
    try await CommandRun("conform --rules \(rules) \(path)").exits(0).prints(
      "inconclusive, because the trace ends: SOON")
    try await CommandRun("conform --rules \(rules) Traces/mobile_engage").exits(2)
      .printsError("these rules are for 'mobilepush', not for 'mobile_engage'")
  }

  @Test func `a trace that is cut within its history ends there`() async throws {
    let lines = try Project.lines(of: "Traces/mobilepush/login.trace.jsonl").prefix(13)
    let path = try folder.write(lines.joined(separator: "\n") + "\n", to: "cut.trace.jsonl")
    try await CommandRun("conform \(path)").exits(0).prints("12 records; 14 rules held")
  }

  @Test func `each device is judged by itself`() async throws {
    let send = #"{"request":1,"reason":"first","body":\#(BrokenRules.body)}"#
    let path = try folder.write(
      TraceText.text(
        "mobilepush",
        [
          (0, "event", "app_launched", "{}"), (0, "effect", "send_registration", send),
          (1, "event", "app_launched", "{}"), (1, "effect", "send_registration", send),
        ], parties: ["phone", "phone", "tablet", "tablet"]), to: "two.trace.jsonl")
    try await CommandRun("conform \(path)").exits(0)
  }

  @Test func `an unknown effect is passed over where that is asked`() async throws {
    let text = TraceText.text(
      "mobilepush", [(0, "event", "app_launched", "{}"), (0, "effect", "send_postcard", "{}")])
    let path = try folder.write(text, to: "foreign.trace.jsonl")
    try await CommandRun("conform \(path)").exits(2)
    try await CommandRun("conform --lenient \(path)").exits(0).prints(
      "unknown effect 'send_postcard'")
  }
}

/// Traces written by hand, without the machine.
enum TraceText {
  typealias Line = (second: Int, kind: String, name: String, data: String)

  /// A trace of these records, an effect caused by the event before it.
  static func text(_ sdk: String, _ lines: [Line], parties: [String] = []) -> String {
    var text = #"{"pushtrace":1,"sdk":"\#(sdk)","engine":"","started":0}"# + "\n"
    for (index, line) in lines.enumerated() {
      let party = parties.isEmpty ? "" : #","party":"\#(parties[index])""#
      text +=
        #"{"seq":\#(index + 1),"at":\#(line.second * 1_000)\#(party),"#
        + #""\#(line.kind)":"\#(line.name)","data":\#(line.data)}"# + "\n"
    }
    return text
  }
}
