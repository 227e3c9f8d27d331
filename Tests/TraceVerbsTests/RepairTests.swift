import CommandTesting
import Foundation
import Testing

/// `pushtrace verify` of many traces, and its `--repair`.
struct RepairTests {
  private let folder = TemporaryFolder()

  /// Writes a trace that lacks a record and has a line of another program.
  @discardableResult private func writeDamaged(_ name: String) throws -> String {
    var lines = try Project.lines(of: "Traces/mobilepush/login.trace.jsonl")
    lines.remove(at: 9)
    lines.insert("04-12 09:30:01 I/Logger: \u{1B}[31mrotating", at: 5)
    return try folder.write(lines, name)
  }

  @Test func `a damaged trace is written anew, and what is lost stands beside it`() async throws {
    let trace = try writeDamaged("a")
    let target = folder.path("fixed.trace.jsonl")
    try await CommandRun("verify --repair \(trace) --output \(target)").exits(1).prints(
      "\(trace):6:1: warning[T413]: ", "repaired: \(target); 1 line set aside in \(target).lost\n")
    let lost = try String(contentsOfFile: "\(target).lost", encoding: .utf8)
    #expect(lost == "6:04-12 09:30:01 I/Logger: \u{1B}[31mrotating\n")
    try await CommandRun("verify \(target)").exits(0)
    let text = try String(contentsOfFile: target, encoding: .utf8)
    #expect(text.contains(#""note":"line 6 was set aside: "#))
    #expect(text.contains(#""note":"record 9 is missing""#))
    #expect(try folder.names() == ["a.trace.jsonl", "fixed.trace.jsonl", "fixed.trace.jsonl.lost"])
  }

  @Test func `a record that comes twice is said once`() async throws {
    var lines = try Project.lines(of: "Traces/mobilepush/login.trace.jsonl")
    lines.insert(lines[9], at: 10)
    let trace = try folder.write(lines, "a")
    let run = try await CommandRun([
      "verify", "--repair", trace, "--output", folder.path("fixed.trace.jsonl"),
    ]).exits(1).prints(":11:1: warning[T402]: record 9 again, or late: it follows record 9")
    #expect(run.output.split(separator: "\n").filter { $0.contains(":11:1: ") }.count == 1)
  }

  @Test func `of a folder the damaged traces alone are written, under their own names`()
    async throws
  {
    try writeDamaged("in/day/a")
    try folder.write("{\n", to: "in/bad.trace.jsonl")
    for name in ["b", "c", "d"] {
      try folder.write(
        try Project.text("/Traces/mobilepush/login.trace.jsonl"), to: "in/\(name).trace.jsonl")
    }
    let run = try await CommandRun(
      "verify --repair \(folder.path("in")) --output \(folder.path("out"))"
    ).exits(2)
    #expect(run.output.hasSuffix("\n5 traces: 3 intact, 1 damaged, 1 unreadable\n"))
    try await CommandRun("verify \(folder.path("out"))").exits(0)
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path("out")).sorted()
    #expect(names == ["day", "day/a.trace.jsonl", "day/a.trace.jsonl.lost"])
  }

  @Test func `two traces that would be repaired under one name are refused`() async throws {
    let traces = try ["one/a", "two/a"].map { try writeDamaged($0) }
    let target = folder.path("out")
    let command = ["verify", "--repair"] + traces + ["--output", target]
    try await CommandRun(command).exits(64).printsError(
      "would both be repaired as '\(target)/a.trace.jsonl'; repair")
    #expect(!FileManager.default.fileExists(atPath: target))
    try await CommandRun("verify --repair \(folder.url.path) --output \(target)").exits(1)
    #expect(try folder.names() == ["one", "out", "two"])
  }

  /// The lines of a trace with snapshots, each changed by `change`, which gets its number.
  private func snapshots(_ change: (Int, String) -> String) async throws -> String {
    let whole = folder.path("whole.trace.jsonl")
    let login = "Traces/mobilepush/login.trace.jsonl"
    try await CommandRun("replay --snapshots 8 \(login) --output \(whole)").exits(0)
    let changed = try Project.lines(of: whole).enumerated().map(change)
    return try folder.write(changed.filter { !$0.isEmpty }, "bad")
  }

  @Test(arguments: [
    "unknown member", "unknown field", "snapshot", "field of a snapshot", "first lines",
    "first lines before a snapshot", "late start",
  ])
  func `what a repair has written can be read`(damage: String) async throws {
    let trace = try await snapshots { index, line in
      switch damage {
      case "unknown member":
        index == 3 ? line.replacing(#","data":"#, with: #","colour":1,"data":"#) : line
      case "unknown field":
        index == 3 ? line.replacing(#""data":{"#, with: #""data":{"x":1,"#) : line
      case "snapshot": line.replacing(#""snapshot":{"#, with: #""snapshot":{"x":1,"#)
      case "field of a snapshot":
        index == 0 ? line : line.replacing(#""snapshot":{""#, with: #""snapshot":{"x""#)
      case "first lines": index == 1 || index == 2 ? "nonsense" : line
      case "first lines before a snapshot": (1...8).contains(index) ? "nonsense" : line
      case _:
        index == 0
          ? line.replacing(/"started":\d+/) { _ in #""started":9999999999999"# }
          : index == 1 ? "nonsense" : line
      }
    }
    let sealed = try await CommandRun("verify --seal \(trace)")
    #expect(sealed.status == (try await CommandRun("verify \(trace)")).status, "\(sealed.errors)")
    #expect(sealed.status == 2)
    let target = folder.path("fixed.trace.jsonl")
    try await CommandRun("verify --repair \(trace) --output \(target)").exits(1).prints(
      " set aside in ")
    try await CommandRun("verify \(target)").exits(0)
    #expect(try await CommandRun("replay \(target)").status < 2)
    let lines = try String(contentsOfFile: target, encoding: .utf8)
    #expect(lines.contains(" set aside: "))
  }

  @Test(arguments: ["/dev/null", "/dev/stdout"])
  func `what has no file beside it is no place for a repair`(target: String) async throws {
    let trace = try writeDamaged("a")
    try await CommandRun("verify --repair \(trace) --output \(target)").exits(64).printsError(
      "'\(target)' is none")
    #expect(!FileManager.default.fileExists(atPath: "\(target).lost"))
  }

  @Test(arguments: [
    ["verify", "--seal"], ["verify", "--repair"], ["redact"],
  ])
  func `a trace whose lines end with CRLF is written with LF from the header on`(
    verb: [String]
  ) async throws {
    let trace = folder.path("crlf.trace.jsonl")
    let lines = try Project.lines(of: "Traces/mobilepush/login.trace.jsonl").map { $0 + "\r\n" }
    try lines.joined().write(toFile: trace, atomically: true, encoding: .utf8)
    let target = folder.path("lf.trace.jsonl")
    _ = try await CommandRun(verb + [trace, "--output", target])
    let text = try String(contentsOfFile: target, encoding: .utf8)
    #expect(!text.unicodeScalars.contains("\r"))
    try await CommandRun("verify \(target)").exits(0)
  }

  @Test func `of many lines that are set aside it is said that the first are named`()
    async throws
  {
    let lines = try Project.lines(of: "Traces/mobilepush/login.trace.jsonl")
    let twice = try folder.write(lines + lines, "twice")
    let whole = folder.path("whole.trace.jsonl")
    try await CommandRun(["verify", "--repair", twice, "--output", whole]).exits(1).prints(
      "another trace begins here: split the file"
    ).prints("; \(lines.count) lines set aside in \(whole).lost, the first 20 named above")
  }

  @Test(arguments: ["replay", "verify", "conform", "triage"])
  func `standard input is no two traces`(verb: String) async throws {
    try await CommandRun([verb, "-", "-"]).exits(64).printsError("name '-' once")
  }

  @Test func `an intact trace is not written`() async throws {
    let target = folder.path("out.trace.jsonl")
    try await CommandRun("verify --repair Traces/mobilepush/login.trace.jsonl --output \(target)")
      .exits(0)
    #expect(try folder.names().isEmpty)
  }

  @Test func `the JSON says what was repaired and where the rest is`() async throws {
    let trace = try writeDamaged("a")
    let target = folder.path("b.trace.jsonl")
    let run = try await CommandRun("verify --format json --repair \(trace) --output \(target)")
    let report = try #require(try run.list("traces").first)
    #expect(report["repaired"] as? String == target)
    #expect(report["lost"] as? String == "\(target).lost")
    #expect(report["lost_lines"] as? Int == 1)
    run.omits("\u{1B}")
  }

  @Test(arguments: [
    ["--repair"], ["--repair", "--seal", "--output", "x"], ["--output", "x"], ["--seal", "more"],
  ])
  func `options that do not go together are refused`(options: [String]) async throws {
    try await CommandRun("verify Traces/mobilepush/login.trace.jsonl \(options)").exits(64)
  }

  @Test func `many traces are verified with a count at the end`() async throws {
    let run = try await CommandRun("verify Traces")
    #expect(run.output.hasSuffix("\n39 traces: 38 intact, 1 damaged\n"), "\(run.output)")
    #expect(run.status == 1)
  }
}
