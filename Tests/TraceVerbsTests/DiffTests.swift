import CommandTesting
import Foundation
import Testing

/// `pushtrace diff`: two traces, or one under several profiles or readings.
struct DiffTests {
  private let folder = TemporaryFolder()
  private let login = "Traces/mobilepush/login.trace.jsonl"

  @Test func `a step that was put in is one difference`() async throws {
    var lines = try Project.lines(of: login)
    let event = try #require(lines.firstIndex { $0.contains("\"event\":\"tag_added\"") })
    let line = lines[event].replacingOccurrences(of: "gold", with: "silver")
    lines.insert(line, at: event + 1)
    let path = try folder.write(lines, "more")
    try await CommandRun("diff \(login) \(path)").exits(1).prints(
      "first difference: tag_added is only in more.trace.jsonl\n",
      "  1 × tag_added only in more.trace.jsonl, first at 20s\n", "1 difference, ")
    try await CommandRun("diff \(path) \(path)").exits(0)
  }

  @Test func `an entry that is counted twice is a difference, other numbers are none`()
    async throws
  {
    let close = "Traces/mobilepush/force-close-with-unsent-analytics.trace.jsonl"
    let lines = try Project.lines(of: close)
    let twice = try folder.write(
      lines.map { $0.replacing(#"{"entry":4,"#, with: #"{"entry":1,"#) }, "twice")
    try await CommandRun("diff \(close) \(twice)").exits(1).prints("has other fields")
    let other = try folder.write(
      lines.map { $0.replacing(#"{"entry":"#, with: #"{"entry":1"#) }, "other")
    try await CommandRun(["diff", close, other]).exits(0).prints(
      " and other.trace.jsonl are the same but for numbers of entries\n")
    let run = try await CommandRun(["diff", "--format", "json", close, other])
    #expect(try run.document["renumbered"] as? [String] == ["entries"])
    try await CommandRun(["diff", close, close]).prints("are the same\n")
  }

  @Test func `the values of two readings are not compared`() async throws {
    try await CommandRun(
      "diff Traces/mobilepush/login.trace.jsonl --reading send=latest,earliest --reading x=a,b"
    ).exits(64).printsError("diff compares the values of one reading")
  }

  @Test func `an answer to another request is a difference from either side`() async throws {
    let lines = try Project.lines(of: login).map { line in
      line.hasPrefix(#"{"seq":7,"#)
        ? line.replacing(#""request":1"#, with: #""request":99"#) : line
    }
    let path = try folder.write(lines, "other")
    for pair in [[login, path], [path, login]] {
      let run = try await CommandRun("diff \(pair)").exits(1)
      #expect(run.output.contains("1 difference, "))
    }
  }

  @Test func `JSON has every difference with both records`() async throws {
    let other = "Traces/mobilepush/back-off-over-days.trace.jsonl"
    let json = try await CommandRun("diff --format json \(login) \(other)").exits(1).document
    let differences = try #require(json["differences"] as? [[String: Any]])
    #expect(differences.count == json["count"] as? Int)
    let groups = try #require(json["groups"] as? [[String: Any]])
    #expect(groups.compactMap { $0["count"] as? Int }.reduce(0, +) == differences.count)
  }

  @Test(arguments: [
    (["Traces/mobilepush/back-off-over-days.trace.jsonl"], "note has other fields", 17),
    (["--reading", "send=latest,earliest"], "contact_key_set leads to other effects under ", 18),
  ])
  func `the first difference is a finding`(
    arguments: [String], message: String, line: Int
  ) async throws {
    let findings = try await CommandRun("diff \(login) --format json \(arguments)").exits(1)
      .list("findings")
    let finding = try #require(findings.first)
    #expect(findings.count == 1)
    #expect(finding["code"] as? String == "T405")
    #expect((finding["message"] as? String)?.contains(message) == true, "\(finding)")
    let place = try #require(finding["place"] as? [String: Any])
    #expect(place["line"] as? Int == line, "\(finding)")
  }

  @Test func `values of a reading are compared on one trace`() async throws {
    try await CommandRun("diff --reading send=latest,earliest \(login)").exits(1).prints(
      "1 × contact_key_set: set_timer, send_registration")
    let values = "backoff={first: 60s, factor: 2},{first: 1s, factor: 3}"
    try await CommandRun(
      "diff --reading \(values) Traces/mobilepush/back-off-over-days.trace.jsonl"
    ).exits(1).prints("set_timer")
    try await CommandRun("diff --reading propagation=5m,15m \(login)").exits(0)
  }

  @Test func `profiles are compared on one trace`() async throws {
    let trace = "Traces/mobile_engage/first-start.trace.jsonl"
    let run = try await CommandRun("diff --profile documents,ios,android \(trace)")
    run.prints(trace)
    #expect(run.status <= 1)
  }

  @Test(arguments: [
    ["diff", "a"], ["diff", "-", "-"], ["diff", "a", "b", "--profile", "x,y"],
    ["diff", "a", "--reading", "send"],
    ["diff", "a", "--reading", "a=1,2", "--profile", "x,y"],
  ])
  func `what cannot be compared is wrong usage`(arguments: [String]) async throws {
    let known = arguments.map { $0 == "a" ? login : $0 }
    try await CommandRun(known).exits(64)
  }

  @Test func `a reading that is not there is refused with the closest`() async throws {
    try await CommandRun("diff --reading sent=latest,earliest \(login)").exits(2).printsError(
      "did you mean 'send'")
  }

  @Test func `a cut trace is compared as far as it goes`() async throws {
    let path = try folder.write(try Project.lines(of: login).prefix(20), "cut")
    try await CommandRun("diff \(login) \(path)").exits(1).prints("is only in login.trace.jsonl")
  }
}
