import CommandTesting
import Diagnostics
import Foundation
import Replay
import Testing

@testable import Commands

/// `pushtrace replay` on many traces at once.
struct ManyTracesTests {
  private let folder = TemporaryFolder()
  private static let pattern = #""push_Enabled":true"#

  /// Writes `count` copies of the trace of a login, the odd ones changed, with notes in front of
  /// the end so that the first changed one is not the smallest.
  private func writeTraces(_ count: Int) throws {
    let lines = try Project.lines(of: "Traces/mobilepush/login.trace.jsonl").dropLast()
    for index in 0..<count {
      let number = 1_000 + index
      let note = #"{"seq":30,"at":1767603900000,"note":"more"}"#
      var kept = Array(lines)
      if index % 2 == 1 {
        kept = kept.map { $0.replacing(Self.pattern, with: #""push_Enabled":false"#) }
      }
      if index == 1 { kept.append(note) }
      try folder.write(kept, "\(number)")
    }
  }

  @Test func `reports come in the order of the arguments, and the drifts are grouped`() async throws
  {
    try writeTraces(20)
    let run = try await CommandRun("replay \(folder.url.path)").exits(1)
    let files = run.output.split(separator: "\n").compactMap { line in
      line.hasPrefix("ok ") || line.hasPrefix("DRIFT ")
        ? line.firstMatch(of: /(\d{4})\.trace/)?.1 : nil
    }
    #expect(files == (1_000..<1_020).map { "\($0)" })
    #expect(run.output.matches(of: /error\[T401\]/).count == 3)
    run.prints(
      "10 of 20 traces drift; by the signatures of the first drifts:",
      "  10 traces  app_launched: send_registration (first) altered\n"
        + "    e.g. \(folder.url.path)/1003.trace.jsonl, record 3 of 29\n")
    #expect(run.errors.isEmpty)
  }

  @Test(arguments: ["replay", "verify", "conform"])
  func `a trace of another name in a folder is a warning`(verb: String) async throws {
    let trace = try Project.text("/Traces/mobilepush/login.trace.jsonl")
    for name in ["login.trace.jsonl", "below/field.jsonl", "dev.trace.json"] {
      try folder.write(trace, to: name)
    }
    try folder.write("", to: "packed.trace.jsonl.gz")
    try folder.write(#"{"pushtraces":[]}"#, to: "report.json")
    let run = try await CommandRun([verb, folder.url.path]).exits(0).omits("report.json")
    run.prints(
      "warning[S029]: '\(folder.path("below/field.jsonl"))' is a trace and is passed over, and so "
        + "are 2 others", "rename the file, or name it by itself")
    let document = try await CommandRun([verb, folder.url.path, "--format", "json"]).exits(0)
    #expect(try document.list("findings").contains { $0["code"] as? String == "S029" })
    try await CommandRun([verb, folder.path("below")]).exits(2).says("nothing ran", "S029")
  }

  @Test func `among verdicts that warning goes to the other stream`() async throws {
    let trace = try Project.text("/Traces/mobilepush/login.trace.jsonl")
    for name in ["login.trace.jsonl", "field.jsonl"] { try folder.write(trace, to: name) }
    for verb in ["replay", "conform"] {
      try await CommandRun([verb, "--verdicts", folder.url.path]).exits(0).omits("S029")
        .printsError("S029")
    }
  }

  @Test func `the JSON has the groups, the drift and how far each trace can be trusted`()
    async throws
  {
    try writeTraces(4)
    let document = try await CommandRun("replay --format json \(folder.url.path)").document
    #expect(document["verdict"] as? String == "finding")
    let traces = try #require(document["traces"] as? [[String: Any]])
    #expect(traces.count == 4)
    #expect(traces[1]["exact_up_to"] as? Int == 2)
    #expect(traces[1]["drifts"] as? Int == 3)
    let drift = try #require(traces[1]["drift"] as? [String: Any])
    #expect(drift["seq"] as? Int == 3)
    #expect(drift["state_before"] is [String: Any])
    let groups = try #require(document["groups"] as? [[String: Any]])
    #expect(groups.first?["traces"] as? Int == 2)
  }

  @Test
  func `an accepted drift is no finding, and an acceptance that covers nothing is warned about`()
    async throws
  {
    try writeTraces(4)
    let accept = try folder.write(
      """
      format: 1
      accept:
        - event: app_launched
          effect: send_registration
          kind: altered
          fields: [body.push_Enabled]
          reason: "Off by default."
        - event: timer_fired
          effect: send_registration
          kind: altered
          fields: [body.push_Enabled]
          reason: "The same."
          until: 2026-01-05T10:00:00Z
        - event: app_launched
          effect: send_registration
          kind: missing
          reason: "Another."
      """, to: "accept.yaml")
    try await CommandRun("replay --accept \(accept) \(folder.url.path)").exits(0).prints(
      "(first at record 3 in body.push_Enabled, accepted)",
      "accepted 2 × app_launched: send_registration altered in body.push_Enabled in 2 traces: "
        + "Off by default.", "\(accept):14:5: warning[T420]")
    let late = try String(contentsOfFile: accept, encoding: .utf8)
      .replacing("2026-01-05T10", with: "2026-01-05T08")
    try folder.write(late, to: "accept.yaml")
    try await CommandRun("replay --accept \(accept) \(folder.url.path)").exits(1)
  }

  @Test func `a file of acceptances that cannot be used is refused`() async throws {
    let trace = "Traces/mobilepush/login.trace.jsonl"
    let accept = try folder.write("format: 1\naccept: [{ event: a, efect: b }]\n", to: "a.yaml")
    try await CommandRun("replay --accept \(accept) \(trace)").exits(2).printsError(
      "unknown key 'efect' in an accepted drift")
    try await CommandRun("replay --accept nowhere.yaml \(trace)").exits(2)
  }

  @Test func `results come in order whatever finishes first`() async throws {
    var taken: [Int] = []
    try await inOrder(200) { index in
      if index % 50 == 0 { usleep(20_000) }
      return index
    } _: {
      taken.append($0)
    }
    #expect(taken == Array(0..<200))
  }

  @Test func `the second process differs in all that a machine must not read`() {
    let plain = SecondProcess.environment(beside: ["PATH": "/bin"])
    #expect(plain.contains("SWIFT_DETERMINISTIC_HASHING=1"))
    #expect(plain.contains("TZ=Pacific/Chatham"))
    #expect(plain.contains("LC_ALL=tr_TR.UTF-8"))
    #expect(plain.contains("PATH=/bin"))
    let other = SecondProcess.environment(beside: [
      "SWIFT_DETERMINISTIC_HASHING": "1", "TZ": "Pacific/Chatham", "LC_ALL": "tr_TR.UTF-8",
    ])
    #expect(other == ["LANG=C", "LC_ALL=C", "TZ=UTC"])
  }

  @Test func `two processes fold the same, and a stream is folded twice in one`() async throws {
    try await CommandRun("replay --twice --at 20 \(Project.traceFolders)").exits(0)
    try CommandProcess(
      shell: "pushtrace replay --twice - < Traces/mobilepush/login.trace.jsonl"
    ).exits(0)
  }

  @Test func `a process that folds something else is no drift`() throws {
    let trace = "Traces/mobilepush/login.trace.jsonl"
    // A program of another name that answers as a second process would that folds otherwise.
    let script = try folder.write("#!/bin/sh\necho 1:0123456789abcdef\n", to: "other")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
    let second = try SecondProcess(script, [trace])
    let own = try #require(FoldDigest(text: "1:0123456789abcdee 5:0123456789abcdef"))
    let finding = try #require(try second.finding(on: trace, own))
    #expect(finding.code.id == "T404")
    #expect(finding.notes.first == "first between records 1 and 1 of \(trace)")
  }

  @Test func `a bar has the count behind it`() {
    var bar = ProgressBar(Output(descriptor: -1), total: 4, unit: "traces")
    bar.advance()
    #expect(bar.text("1 drift", after: 0.5).hasSuffix(" 1/4 traces, 1 drift"))
    #expect(bar.text("", after: 0).filter { $0 == "█" }.count == 7)
  }

  @Test func `a bar says how fast it goes and how long it still takes`() {
    var bar = ProgressBar(Output(descriptor: -1), total: 4_000, unit: "runs")
    bar.advance(by: 1_000)
    #expect(bar.text("", after: 20).hasSuffix(" 1000/4000 runs, 50 a second, 1m left"))
    // A rate below one a second says less than the time that is left.
    #expect(bar.text("1 drift", after: 2_000).hasSuffix("runs, 1 drift, 1h40m left"))
  }
}
