import CommandTesting
import Foundation
import Testing

struct UsageTests {
  private static let trace = "Traces/mobilepush/login.trace.jsonl"

  @Test(arguments: [["--help"], ["help", "check"], ["check", "--help"], ["--version"]])
  func `help is written to standard output and is no failure`(arguments: [String]) async throws {
    let run = try await CommandRun(arguments).exits(0).prints("pushtrace")
    #expect(run.errors.isEmpty)
  }

  @Test func `the version is followed by the digest of the sources`() throws {
    let run = try CommandProcess(shell: "pushtrace --version")
    #expect(
      run.output.wholeMatch(of: /pushtrace \d+\.\d+\.\d+ \(sources \d+\)\n/) != nil,
      "\(run.output)")
  }

  @Test(arguments: [
    ["chekc"], ["check", "--no-such-option"], ["replay"], ["check", "--jobs", "x"],
    ["check", "--reading", "send"],
    ["replay", "--reading", "send", trace],
    ["bisect", "a.trace.jsonl", "--state", "tags"], ["minimize", "a.trace.jsonl", "--state", "=1"],
  ])
  func `a command line that makes no sense exits with 64`(arguments: [String]) async throws {
    let run = try await CommandRun(arguments).exits(64)
    #expect(run.output.isEmpty)
    #expect(!run.errors.isEmpty)
  }

  @Test(arguments: [
    ["redact", "--output"], ["show", "--html"], ["export", "--to", "otlp", "--output"],
  ])
  func `no file called - is written`(arguments: [String]) async throws {
    try await CommandRun([arguments[0], Self.trace] + arguments.dropFirst() + ["-"]).exits(64)
      .printsError("'-' is no output; write /dev/stdout")
    #expect(!FileManager.default.fileExists(atPath: Project.root.appending(path: "-").path))
  }

  @Test(arguments: [
    ["redact", trace, "--output", ""], ["spec", trace, "--output", ""],
    ["export", trace, "--to", "otlp", "--output", ""], ["schema", "output", "--output", ""],
    ["verify", "--seal", trace, "--output", ""], ["verify", "--repair", trace, "--output", ""],
    ["show", trace, "--html", ""], ["new", "--sdk", "mobilepush", ""],
    ["check", "Specs/mobilepush/tags.spec.yaml", "--report", "junit="],
    ["check", "Specs/mobilepush/tags.spec.yaml", "--save-traces", ""],
    ["replay", trace, "--snapshots", "5", "--output", ""],
    ["simulate", "--sdk", "mobilepush", "--runs", "1", "--save", ""],
    ["simulate", "--sdk", "mobilepush", "--runs", "1", "--traces", ""],
    ["simulate", "--sdk", "mobilepush", "--runs", "1", "--specs", ""],
    ["simulate", "--sdk", "mobilepush", "--runs", "1", "--corpus", ""],
    ["explore", "--sdk", "mobilepush", "--depth", "2", "--save", ""],
  ])
  func `an empty name is no output`(arguments: [String]) async throws {
    let run = try await CommandRun(arguments).exits(64)
    #expect(run.output.isEmpty, "\(run.output)")
    #expect(!run.errors.isEmpty)
  }

  @Test func `many choices are listed in one line`() async throws {
    try await CommandRun("simulate --sdk mobilepush --faults no").exits(64)
      .printsError("one of the following: all, none, latency, ")
  }

  @Test(arguments: [("5", "3"), ("1m", "30s")])
  func `a range without anything in it is refused`(from: String, to: String) async throws {
    try await CommandRun("show \(Self.trace) --from \(from) --to \(to)").exits(64).printsError(
      "nothing lies between --from \(from) and --to \(to)")
  }

  @Test func `a file whose name looks like options is not taken for help`() throws {
    let folder = TemporaryFolder()
    try folder.write(try Project.text("/" + Self.trace), to: "-dash.jsonl")
    let run = try CommandProcess(shell: "pushtrace verify *.jsonl", in: folder.url).exits(64)
    #expect(run.errors == "Error: '-dash.jsonl' is a file; write './-dash.jsonl'\n")
    try CommandProcess(shell: "pushtrace verify -- *.jsonl", in: folder.url).exits(0)
  }

  @Test(arguments: ["new", "completion"])
  func `what a verb misses is said with its own usage`(verb: String) async throws {
    try await CommandRun("\(verb)").exits(64).printsError("\nUsage: pushtrace \(verb) [")
  }

  @Test(arguments: [
    ["verify", "Traces"], ["verify", "no-such-trace"], ["replay", "Traces"], ["explain", "S101"],
    ["explain"], ["explain", "S0"], ["check", "--profile", "x", OutputTests.spec],
    ["check", "no-such-file"],
    ["check", "--list", "Specs/mobilepush/tags.spec.yaml"], ["coverage", OutputTests.spec],
    ["diff", "a", "b"],
  ])
  func `with --format json standard output is one JSON document`(arguments: [String]) async throws {
    let run = try await CommandRun(arguments + ["--format", "json"])
    let envelope = try run.document
    #expect(envelope["pushtrace"] as? Int == 1)
    #expect(envelope["verb"] as? String == arguments[0])
    #expect(envelope["verdict"] as? String == ["ok", "finding", "invalid"][Int(run.status)])
    #expect(envelope["findings"] is [[String: Any]])
    #expect(run.errors.isEmpty)
  }

  @Test(arguments: [
    ["diff", "a", "b"], ["verify", "--seal", "a"], ["check", "--profile", "x", OutputTests.spec],
    ["explain", "S0"],
  ])
  func `what stops a verb goes to standard error`(arguments: [String]) async throws {
    let run = try await CommandRun(arguments).exits(2)
    #expect(run.output.isEmpty)
    run.printsError("error")
  }

  @Test func `a filter that selects nothing is named where others select something`()
    async throws
  {
    let folder = TemporaryFolder()
    let path = try folder.writeSpec(
      """
        - name: first
          id: A1
          tags: [a]
          steps: [{ at: 0s, event: app_launched, expect: unchecked, state: { tags: present } }]
        - { name: later, id: A2, tags: [b], skip: not yet, steps: [{ at: 0s }] }
      """, to: "two.spec.yaml")
    let filters = [
      (["--id", "A1", "--id", "A9", path], "no scenario has the id 'A9'"),
      (["--id", "A1", "--tag", "a", "--tag", "c", path], "no scenario has the tag 'c'"),
      (["--id", "A2", "--id", "later", path], "no scenario has the id 'later'"),
      (["\(path):4", "\(path):9999"], "no scenario stands at '\(path):9999'"),
    ]
    for (arguments, message) in filters {
      try await CommandRun("check \(arguments)").prints("warning[S001]: \(message)")
    }
    try await CommandRun("check --id A1 \(path):4").exits(0)
    try await CommandRun("check --strict --id A1 --id A9 \(path)").exits(2)
  }

  @Test func `a run that skips everything has run nothing`() async throws {
    let folder = TemporaryFolder()
    let path = try folder.writeSpec(
      """
        - { name: later, skip: not yet, steps: [{ at: 0s }] }
      """, to: "skipped.spec.yaml")
    try await CommandRun("check \(path)").exits(2).prints("nothing ran")
  }
}
