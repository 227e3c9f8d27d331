import CommandTesting
import Foundation
import Testing

/// `pushtrace triage` on one trace and on many.
struct TriageTests {
  private let folder = TemporaryFolder()

  @Test func `one trace is summed up`() async throws {
    let lost = try LostEntry()
    let path = try folder.write(lost.text, to: "lost.trace.jsonl")
    let run = try await CommandRun("triage \(path)").exits(1)
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 50)
    #expect(
      lines.first
        == "\(path): send_analytics is recorded with other content than the machine orders")
    run.prints("\n> \(lost.seq)  ")
    for part in [
      "everything after ", "requirements that the decision may break, the likeliest first:",
      "nearest scenarios:", "smallest proof:", "next:",
      "replay \(path) --assume '",
    ] {
      run.prints(part)
    }
    run.prints("\n  ANA-")
  }

  @Test func `the document has what the text has, and first the scenario that would break`()
    async throws
  {
    let path = try folder.write(try LostEntry().text, to: "lost.trace.jsonl")
    let run = try await CommandRun("triage \(path) --format json")
    let document = try run.document
    #expect(document["verb"] as? String == "triage")
    let explanation = try #require(document["explanation"] as? [String: Any])
    let changes = try #require(explanation["changes"] as? [[String: Any]])
    #expect((changes.first?["path"] as? String)?.hasPrefix("analytics.queue") == true)
    let scenarios = try run.list("scenarios")
    #expect(scenarios.count == 3)
    #expect(scenarios.first?["broken"] as? Bool == true, "\(run.output)")
    #expect(document["proof"] is [String: Any])
  }

  @Test func `the damage of a trace that drifts is reported too`() async throws {
    var lines = try Project.lines(of: "Traces/mobilepush/login.trace.jsonl")
    lines.insert(lines[9], at: 10)
    let path = try folder.write(lines, "repeated")
    try await CommandRun(["triage", path]).exits(1).prints(
      "\(path):11:1: warning[T402]: record 9 follows record 9\n")
  }

  @Test func `devices that all drift are compared with none`() async throws {
    var lines = try Project.lines(of: "Traces/mobilepush/login.trace.jsonl").dropLast()
    lines[14] = lines[14].replacing(#""reason":"changed""#, with: #""reason":"retry""#)
    let paths = try ["one", "two"].map { try folder.write(lines, $0) }
    try await CommandRun(["triage"] + paths).exits(1).prints(
      "there is no exact device to compare them with")
  }

  @Test func `a proposed command is shown whole`() async throws {
    let name = String(repeating: "n", count: 200)
    let path = try folder.write(try LostEntry().text, to: "\(name).trace.jsonl")
    let commands = try await CommandRun("triage \(path) --limit 300").exits(1).output
      .split(separator: "\n").drop { $0 != "next:" }.dropFirst()
    #expect(commands.count > 2 && !commands.contains { $0.contains("…") })
    #expect(commands.contains { $0.contains(" minimize ") })
  }

  @Test func `a command that would find nothing is not proposed`() async throws {
    let late = try Project.text("/Traces/mobilepush/back-off-over-days.trace.jsonl")
      .replacing(#"{"seq":52,"at":1767618991750"#, with: #"{"seq":52,"at":1767618991751"#)
    let other = try folder.write(late, to: "late.trace.jsonl")
    let run = try await CommandRun("triage \(other) --limit 300").exits(1)
    #expect(run.output.contains("\nnext:") && !run.output.contains(" minimize "))
    try await CommandRun("minimize \(other)").exits(2).printsError(
      "no drift in the name or the fields of an event's effect")
  }

  @Test func `a search that is cut short says of what was tried alone that it explains nothing`()
    async throws
  {
    let lost = "Traces/Gallery/pending-change-lost.trace.jsonl"
    try await CommandRun("triage \(lost) --limit 1").exits(1).omits("no single field").prints(
      "no change that was tried explains it (1 change of hidden state tried; there was more to try)"
    )
  }

  @Test func `a number that comes twice is assumed once, and nothing is claimed of it`()
    async throws
  {
    var lines = try Project.lines(of: "Traces/mobilepush/login.trace.jsonl")
    lines.insert(lines[11], at: 11)
    let path = try folder.write(lines, "twice")
    try await CommandRun("triage \(path)").exits(1).omits("everything after").prints(
      "no single field of the hidden state explains it")
    let field = "registration.timers.registration"
    let run = try await CommandRun(["replay", path, "--assume", "11 \(field)=unchanged"]).exits(1)
    #expect(run.output.contains("after record 11") && !run.output.contains("more of its name"))
  }

  @Test func `values that the machine could have left come before earlier ones`() async throws {
    let path = "Tests/CommandsTests/Week/proof.trace.jsonl"
    let run = try await CommandRun("triage \(path) --format json")
    let document = try run.document
    let explanation = try #require(document["explanation"] as? [String: Any])
    let changes = try #require(explanation["changes"] as? [[String: Any]])
    let natural = changes.compactMap { $0["natural"] as? Bool }
    // The client around the grant explains nothing more than the grant.
    #expect(natural == [true, false, false, false, false], "\(run.output)")
    let seqs = changes.compactMap { ($0["record"] as? [String: Any])?["seq"] as? Int }
    // Of both the earliest comes first.
    #expect(seqs == [21, 16, 21, 21, 21])
    #expect(changes.first?["path"] as? String == "backend.clients[0].grants[1]")
    // Of the events of the device, those that change no backend are none of them.
    let candidates = changes.first?["candidates"] as? [String]
    #expect(candidates == ["events_arrived", "token_invalidated"], "\(run.output)")
  }

  @Test func `a trace that agrees is ok`() async throws {
    let run = try await CommandRun("triage Traces/mobilepush/login.trace.jsonl").exits(0)
    #expect(run.output.hasPrefix("ok "))
  }

  @Test func `without a file nothing is triaged`() async throws {
    try await CommandRun("triage").exits(64)
  }

  /// Copies of a login: of every fourth device the app is newer, and its SDK records a consent that
  /// is not there; of every tenth it leaves an effect out.
  private func writeDevices(_ count: Int) throws {
    let lines = try Project.lines(of: "Traces/mobilepush/login.trace.jsonl").dropLast()
    for index in 0..<count {
      var own = Array(lines)
      if index % 4 == 0 {
        own = own.map {
          $0.replacing(#""app_version":"1.0.0""#, with: #""app_version":"2.0.0""#)
            .replacing(#""app_Version":"1.0.0""#, with: #""app_Version":"2.0.0""#)
            .replacing(#""push_Enabled":true"#, with: #""push_Enabled":false"#)
        }
      } else if index % 10 == 1 {
        own.remove(at: own.firstIndex { $0.contains("fetch_inbox_messages") } ?? 0)
      }
      try folder.write(own, "\(1_000 + index)")
    }
  }

  @Test func `of many the counts come first, and each group says what its devices share`()
    async throws
  {
    try writeDevices(40)
    try folder.write("{}\n", to: "9999.trace.jsonl")
    let run = try await CommandRun("triage \(folder.url.path)").exits(2)
    #expect(
      run.output.hasPrefix(
        """
        41 devices: 26 exact, 14 drifting, 1 unreadable or unstable
          10 devices  app_launched: send_registration (first) altered
          4 devices  app_launched: fetch_inbox_messages (foreground) missing

        """), "\(run.output)")
    run.prints(
      "all 10 and no exact one: app_launched.device.app_version = 2.0.0",
      "they share nothing that exact devices lack", "app_version 2.0.0 (10)")
  }

  @Test func `signatures that one field explains are one group`() async throws {
    let lines = try Project.lines(
      of: "Traces/mobilepush/in-app-with-a-missed-silent-push.trace.jsonl"
    ).dropLast()
    try folder.write(lines, "exact")
    // The same entry is lost, which shows as the app comes to the front or leaves it.
    for seq in [80, 97] {
      var own = lines
      let line = try #require(own.firstIndex { $0.hasPrefix("{\"seq\":\(seq),") })
      own[line].replace(/"batch":\[\{[^}]*\},/, with: #""batch":["#)
      try folder.write(own, "\(seq)")
    }
    try await CommandRun("triage \(folder.url.path)").prints(
      "\n  2 devices  app_foregrounded: send_analytics altered, and 1 more\n",
      "\n  explained by analytics.queue\n", "\n  also app_backgrounded: send_analytics altered\n")
    try await CommandRun("triage \(folder.url.path) --format json").prints(
      #""also":["app_backgrounded: send_analytics altered"]"#, #""fields":["analytics.queue"]"#)
  }

  @Test func `the document of many has the groups`() async throws {
    try writeDevices(40)
    let document = try await CommandRun("triage \(folder.url.path) --format json").exits(1).document
    #expect(document["exact"] as? Int == 26)
    let groups = try #require(document["groups"] as? [[String: Any]])
    #expect(groups.map { $0["devices"] as? Int } == [10, 4])
    let shared = try #require(groups.first?["shared"] as? [[String: Any]])
    #expect(shared.first?["trait"] as? String == "app_launched.device.app_version = 2.0.0")
  }

  @Test(arguments: [[], ["--format", "json"]])
  func `verdicts on parts of a farm are summed up as its traces are`(options: [String])
    async throws
  {
    try writeDevices(40)
    try folder.write("{}\n", to: "9999.trace.jsonl")
    let parts = TemporaryFolder()
    let path = folder.url.path
    let verdicts = try await CommandRun("replay --verdicts \(path)")
    let lines = verdicts.output.split(separator: "\n")
    try parts.write(lines.prefix(17).joined(separator: "\n") + "\n", to: "part-00000.txt")
    try parts.write(lines.dropFirst(17).joined(separator: "\n"), to: "part-00001.txt")
    try parts.write("", to: "_SUCCESS")
    let summed = try await CommandRun("triage --verdicts \(parts.url.path) \(options)")
    let read = try await CommandRun("triage \(path) \(options)")
    #expect(summed.status == 2)
    #expect(summary(of: summed.output) == summary(of: read.output))
    let piped = try CommandProcess(
      shell: "cat '\(parts.url.path)'/part-* | pushtrace triage --verdicts"
        + options.map { " \($0)" }.joined())
    #expect(piped.output == summed.output)
  }

  /// A summary without its findings, of which a verdict has the message and the place alone.
  private func summary(of output: String) -> String {
    guard output.hasPrefix("{"), let traces = output.range(of: ",\"traces\":[") else {
      return output
    }
    return String(output[traces.lowerBound...])
  }

  @Test func `a line that is no verdict of a replay is a finding, and the others count`()
    async throws
  {
    let login = "Traces/mobilepush/login.trace.jsonl"
    let verdicts = try await CommandRun("replay --verdicts \(login)").output
    let rules = try await CommandRun("conform --verdicts \(login)").output
    let path = try folder.write(verdicts + "nothing\n" + rules, to: "verdicts.jsonl")
    let run = try await CommandRun("triage --verdicts \(path)").exits(2)
    #expect(
      run.output == """
        1 device: 1 exact, 0 drifting

        2 lines without a verdict:
          \(path):2
          \(path):3

        """)
    let empty = try folder.write("", to: "empty.jsonl")
    try await CommandRun("triage --verdicts \(empty)").exits(2)
  }
}
