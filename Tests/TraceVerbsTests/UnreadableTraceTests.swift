import CommandTesting
import Testing

/// Files that are no traces of a known system, given to the verbs that read one.
struct UnreadableTraceTests {
  private let folder = TemporaryFolder()
  private static let login = "Traces/mobilepush/login.trace.jsonl"

  private static let lines = [
    ["bisect", "FILE", "--drift"], ["conform", "FILE"], ["diff", login, "FILE"],
    ["diff", "FILE", login], ["minimize", "FILE"], ["replay", "FILE"], ["show", "FILE"],
    ["spec", "FILE"], ["triage", "FILE"], ["verify", "FILE"], ["why", "FILE", "1"],
    ["why", "FILE", "tags"], ["why-not", "FILE", "send_registration"],
  ]

  @Test(
    arguments: lines,
    [
      ("", ":1:1: error[T410]: the file is empty"),
      ("not json\n", ":1:1: error[T410]: expected a trace's header"),
      ("\u{1F}\u{8B}", ":1:1: error[T410]: expected a trace's header"),
      (#"{"pushtrace":2,"sdk":"mobilepush"}"# + "\n", "newer"),
      (#"{"pushtrace":1,"sdk":"nobody","started":0}"# + "\n", "known: mobilepush"),
    ])
  func `a file that is no trace of a known system is refused`(
    line: [String], file: (text: String, reason: String)
  ) async throws {
    let path = try folder.write(file.text, to: "x.trace.jsonl")
    let run = try await CommandRun(line.map { $0 == "FILE" ? path : $0 }).exits(2).says(file.reason)
    #expect(run.output.isEmpty || run.errors.isEmpty)
  }

  @Test(arguments: [
    ["replay", "FILE"], ["bisect", "FILE", "--state", "contact_key=nobody"],
    ["diff", "FILE", login],
    ["diff", "FILE", "--reading", "send=latest,earliest"], ["spec", "FILE"],
    ["minimize", "FILE", "--state", "tags={ size: 2 }"],
  ])
  func `that a trace was cut is said in the same words`(line: [String]) async throws {
    let path = try folder.write(try Project.lines(of: Self.login).prefix(20), "cut")
    let run = try await CommandRun(line.map { $0 == "FILE" ? path : $0 })
    let said = "\(path):20:1: warning[T403]: the trace was cut: it has no end line"
    run.says(said)
    #expect(run.status < 2)
    let json = try await CommandRun(line.map { $0 == "FILE" ? path : $0 } + ["--format", "json"])
    let findings = try json.list("findings")
    #expect(findings.contains { $0["code"] as? String == "T403" }, "\(json.output)")
  }

  @Test(arguments: lines) func `a file that is not there is named`(line: [String]) async throws {
    try await CommandRun(line.map { $0 == "FILE" ? "nowhere.jsonl" : $0 }).exits(2).says(
      "nowhere.jsonl")
  }
}
