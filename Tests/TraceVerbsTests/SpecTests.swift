import CommandTesting
import EventSourcing
import Foundation
import Simulation
import SpecFormat
import Systems
import Testing

/// `pushtrace spec`: what it writes passes, and fails when the behaviour is another one.
struct SpecTests {
  private let folder = TemporaryFolder()

  @Test(arguments: Project.oneTraceOfEachKind, ["effects", "timeline", "final", "all"])
  func `a committed trace becomes a spec that passes`(trace: String, strength: String) async throws
  {
    try await expectPassingSpec(of: trace, "--assert", strength)
  }

  /// Expects that the spec that is written of a trace passes.
  private func expectPassingSpec(of trace: String, _ options: String...) async throws {
    let spec = folder.path("written.spec.yaml")
    try await CommandRun("spec \(trace) --output \(spec) \(options)").exits(0)
    try await CommandRun("check \(spec)").exits(0)
  }

  @Test func `a trace whose requests have other numbers becomes the same spec`() async throws {
    let login = "Traces/mobilepush/login.trace.jsonl"
    let lines = try Project.lines(of: login).dropLast()
      .map { $0.replacing(#""request":6,"#, with: #""request":60,"#) }
    let trace = try folder.write(lines, "login")
    let (own, other) = (folder.path("own.spec.yaml"), folder.path("other.spec.yaml"))
    try await CommandRun("spec \(trace) --output \(other)").exits(0)
    try await CommandRun("spec \(login) --output \(own)").exits(0)
    #expect(try Data(contentsOf: URL(filePath: other)) == Data(contentsOf: URL(filePath: own)))
  }

  @Test func `of a trace that drifts in a cause alone it is said that the spec does not show it`()
    async throws
  {
    let lines = try Project.lines(of: "Traces/mobilepush/login.trace.jsonl").dropLast()
      .map { $0.replacing(#""cause":13,"#, with: #""cause":11,"#) }
    let trace = try folder.write(lines, "causes")
    try await CommandRun("replay \(trace)").exits(1).prints("send_registration (changed) altered")
    for options in [[], ["--computed"]] {
      try await CommandRun("spec \(trace) \(options)").exits(0).printsError(
        "it passes, and claims no causes, in which the trace drifts\n"
      ).prints("The recording drifts in causes, which no spec claims.")
    }
  }

  @Test func `a drift that a fixture hides, or nothing claims, makes no side of a spec`()
    async throws
  {
    var lines = try Project.lines(of: "Traces/mobilepush/login.trace.jsonl").dropLast()
    lines[14] = lines[14].replacing(#""reason":"changed""#, with: #""reason":"retry""#)
    let trace = try folder.write(lines, "before")
    try await CommandRun("replay \(trace)").exits(1).prints("(retry for changed) altered")
    let spec = folder.path("before.spec.yaml")
    try await CommandRun("spec --computed \(trace) --output \(spec)").exits(0).prints(
      "; it passes\n")
  }

  @Test func `a spec that claims what the machine orders before the end says so`() async throws {
    let trace = "Specs/must_fail/recordings/altered.trace.jsonl"
    let spec = folder.path("altered.spec.yaml")
    try await CommandRun(["spec", "--computed", trace, "--output", spec]).exits(0).prints(
      "it claims what the machine orders: it passes here, and fails where it was recorded\n")
  }

  @Test(arguments: [Project.oneTraceOfEachKind[0], Project.oneTraceOfEachKind[2]])
  func `a written spec fails under every reading that changes what it observed`(
    trace: String
  ) async throws {
    let spec = folder.path("x.spec.yaml")
    try await CommandRun("spec \(trace) --output \(spec)").exits(0)
    let recorded = try await observed(by: spec, [])
    for reading in SpecTests.variants(of: trace) {
      let other = try await observed(by: spec, ["--reading", reading])
      // A run that differs from the recorded one in an observed effect is one that fails.
      #expect((other.status == 1) == (other.effects != recorded.effects), "\(reading)")
    }
  }

  @Test(arguments: 0..<2)
  func `a random run becomes a spec that passes`(seed: UInt64) async throws {
    let statuses: [Int64] = seed % 2 == 0 ? [] : [201, 500, 429]
    let lines = [
      RandomTrace.lines(of: MobilePushSystem.self, seed: seed, count: 100, statuses: statuses),
      RandomTrace.lines(of: MobileEngageSystem.self, seed: seed, count: 100, statuses: statuses),
      RandomTrace.worldLines(of: MobilePushSystem.self, seed: seed, count: 100),
      RandomTrace.worldLines(of: MobileEngageSystem.self, seed: seed, count: 100),
    ]
    for lines in lines {
      try await expectPassingSpec(of: try folder.write(lines, "random"), "--assert", "all")
    }
  }

  @Test(arguments: [["ends at an extra effect", "27"], ["lacks the last effect", "26"]])
  func `a cut trace becomes a spec wherever it ends`(end: [String]) async throws {
    let all = try Project.lines(of: "Traces/mobilepush/login.trace.jsonl")
    let isDrift = end[1] == "27"
    var lines = Array(all[...26])
    if isDrift { lines.append(all[27].replacing(#""changed""#, with: #""retry""#)) }
    let path = try folder.write(lines, "cut")
    let spec = folder.path("cut.spec.yaml")
    try await CommandRun("spec \(path) --output \(spec)").exits(0)
    try await CommandRun("check \(spec)").exits(isDrift ? 1 : 0)
  }

  @Test func `a recording that the machine does not repeat makes no spec`() async throws {
    var lines = RandomTrace.lines(of: MobilePushSystem.self, seed: 4, count: 100)
    let place = try #require(lines.lastIndex { $0.contains("\"push_Enabled\":true") })
    lines[place].replace("\"push_Enabled\":true", with: "\"push_Enabled\":false")
    let path = try folder.write(lines, "drift")
    let run = try await CommandRun("spec \(path)").exits(1)
    #expect(run.output.isEmpty)
    run.printsError("with other values of body.push_Enabled")
    try await CommandRun("spec \(path) --computed").exits(0)
  }

  @Test func `a trace whose requests count from elsewhere becomes a spec`() async throws {
    let lines = try Project.lines(of: "Traces/mobilepush/login.trace.jsonl").dropLast()
      .map { $0.replacing(#""request":"#, with: #""request":10"#) }
    try await expectPassingSpec(of: try folder.write(lines, "ten"))
  }

  @Test func `a trace of which a state alone is another one makes no spec`() async throws {
    var lines = try Project.lines(of: "Traces/mobilepush/first-launch.trace.jsonl").dropLast()
      .map { $0 }
    let place = try #require(lines.lastIndex { $0.contains(#""state":""#) })
    let hash = try #require(lines[place].range(of: #""state":""#)).upperBound
    lines[place] = lines[place][..<hash] + #"0000000000000000"}"#
    let path = try folder.write(lines, "state")
    try await CommandRun("spec \(path)").exits(1).printsError(
      "record \(place) has another state than the machine")
    try await CommandRun("spec \(path) --computed").exits(0)
  }

  @Test func `an effect with a number that its answer does not name is named with it`()
    async throws
  {
    let inbox = "Traces/mobilepush/inbox-read-and-deleted.trace.jsonl"
    var lines = try Project.lines(of: inbox).dropLast().map { $0 }
    let place = try #require(
      lines.firstIndex { $0.contains(#""effect""#) && $0.contains(#""request":6,"#) })
    lines[place] = lines[place].replacing(#""request":6,"#, with: #""request":60,"#)
    try await CommandRun(["spec", try folder.write(lines, "sixty")]).exits(1).printsError(
      "which belongs to another request")
  }

  @Test func `a time within an effect that is off makes no spec`() async throws {
    let close = "Traces/mobilepush/force-close-with-unsent-analytics.trace.jsonl"
    var lines = try Project.lines(of: close).dropLast().map { $0 }
    let place = try #require(lines.lastIndex { $0.contains(#""batch":[{"#) })
    let at = lines[place].matches(of: /"at":([0-9]+)/)[2].1
    lines[place].replace(#""at":\#(at)"#, with: #""at":\#(try #require(Int(at)) - 4_000)"#)
    let path = try folder.write(lines, "off")
    try await CommandRun("replay \(path)").exits(1)
    try await CommandRun("spec \(path)").exits(1)
  }

  @Test func `an answer may be late in a spec, and an effect may not`() async throws {
    let all = try Project.lines(of: "Traces/mobilepush/back-off-over-days.trace.jsonl").dropLast()
    let answer = try folder.write(
      all.map {
        $0.replacing(#"{"seq":15,"at":1767600000000"#, with: #"{"seq":15,"at":1767600003000"#)
      }, "answer")
    try await CommandRun("spec \(answer)").exits(0).prints("took different times")
    let effect = try folder.write(
      all.map {
        $0.replacing(#"{"seq":12,"at":1767599940000"#, with: #"{"seq":12,"at":1767599943000"#)
      }, "effect")
    try await CommandRun("spec \(effect)").exits(1)
      .printsError(
        "record 12, set_timer of device at 3s, where the run has set_timer of device at 0s")
  }

  @Test(arguments: [
    ("PNS-28", "mobilepush/push_service"), ("FIRST-14", "mobilepush/first_registration"),
    ("CLIENT-14", "mobile_engage/client_properties"), ("RETRY-05", "mobile_engage/retries"),
    // The answer comes right after the timeout; a backend that is set up.
    ("CLOUD-14-2", "mobile_engage/backend"), ("PROC-52-3", "mobilepush/engagement"),
    ("PROC-43", "mobilepush/engagement"),
  ])
  func `the trace of a scenario becomes a spec that passes`(
    id: String, file: String
  ) async throws {
    let scenario = id.split(separator: "-").prefix(2).joined(separator: "-")
    try await CommandRun(
      "check Specs/\(file).spec.yaml --id \(scenario) --save-traces \(folder.url.path)"
    ).exits(0)
    try await expectPassingSpec(of: folder.path("\(id).trace.jsonl"))
  }

  @Test(arguments: [
    ("Regressions/mobilepush-R21-8dad9270", "in a spec what is due comes before a step"),
    ("Regressions/mobile_engage-E19-4f7f16f8", "the network loses, repeats and delays nothing"),
    ("Regressions/mobile_engage-E19-13c4ad08", "the network loses, repeats and delays nothing"),
    ("must_fail/mobile_engage/ENDLESS", "its run does not end"),
    ("mobilepush/engagement/PROC-40", "its backends are set up in their own way, at record 121"),
  ])
  func `the trace of a scenario that a spec cannot say is refused with the reason`(
    path: String, reason: String
  ) async throws {
    let parts = path.split(separator: "/")
    let (file, id) = (parts.prefix(2).joined(separator: "/"), parts[parts.count - 1])
    _ = try await CommandRun(
      "check Specs/\(file).spec.yaml --id \(id) --save-traces \(folder.url.path)")
    let run = try await CommandRun("spec \(folder.path("\(id).trace.jsonl"))").exits(1)
    #expect(run.output.isEmpty)
    run.printsError(reason)
  }

  @Test func `what a spec cannot say is named with its record`() async throws {
    let lines = try Project.lines(
      of: "Traces/mobilepush/in-app-with-a-missed-silent-push.trace.jsonl")
    let place = try #require(lines.firstIndex { $0.contains(#""in_app_published""#) })
    var changed = lines
    changed[place].replace(/"id":"[^"]*"/, with: #""id":"""#)
    try await CommandRun(["spec", try folder.write(changed, "nameless")]).exits(1).printsError(
      "a spec cannot say it: record \(place), in_app_published: a message needs an id")
  }

  @Test func `a connection that breaks is scripted, and stands in the spec of its trace`()
    async throws
  {
    let scripted = try folder.writeSpec(
      """
        - name: Broken
          given:
            use: [registered_device]
            backend: { registration: { replies: [connection_lost, 201], latency: 7s } }
          steps: [{ at: 0s, event: tag_added, with: { tag: gold } }]
          run_until: 1h
          timeline: { send_registration: [1m, 2m7s] }
      """, to: "scripted.spec.yaml")
    try await CommandRun(["check", scripted, "--save-traces", folder.url.path]).exits(0)
    let trace = folder.path("broken.trace.jsonl")
    #expect(try Project.lines(of: trace).contains { $0.contains("\"connection_lost\"") })
    try await CommandRun(["spec", trace]).exits(0).prints("replies: [connection_lost, 201]")
    try await expectPassingSpec(of: trace)
  }

  @Test func `a beginning that equals a fixture becomes its name`() async throws {
    try await CommandRun("spec Traces/mobilepush/login.trace.jsonl").prints(
      "use: [registered_device]", "      - at: 0s\n        note: ",
      "- { at: 2s, event: attribute_set, with: { key: city, value: Oslo } }"
    ).omits("app_launched")
  }

  @Test func `a recording of nothing but a fixture's history claims what that does`() async throws {
    try await CommandRun("spec Traces/mobilepush/first-launch.trace.jsonl").prints(
      "event: app_launched"
    ).omits("use:")
  }

  @Test func `steps are rounded to seconds where nothing depends on their milliseconds`()
    async throws
  {
    let lines = RandomTrace.lines(
      of: MobilePushSystem.self, seed: 2, count: 60, latency: .milliseconds(437))
    #expect(lines.contains { $0.firstMatch(of: /"at":[0-9]*[1-9]{3},"event"/) != nil })
    let run = try await CommandRun(["spec", try folder.write(lines, "odd")]).exits(0)
    let odd = run.output.split(separator: "\n").filter {
      $0.firstMatch(of: /^ +- at: .*ms$/) != nil
    }
    #expect(odd.isEmpty, "\(odd)")
  }

  @Test func `hostile text stays text`() async throws {
    let texts = [
      "NO", "null", "1:30", "any", "0x1F", "- a", "a: b", "#", "\u{85}", "\u{2028}", "\"", "\\",
      "'", "<name>", "{", "[", "&a", "*a", "!x", "%", "@", "`", "\t", "\n", "\u{1B}[31m", "\u{0}",
      "~", "", " ", "é", "😀", "\u{FEFF}", "y", "2024-01-01", "007", "-1", "absent",
    ]
    var lines = RandomTrace.lines(of: MobilePushSystem.self, seed: 1, count: 1).prefix(1)
      .map { $0 }
    let launch = #"{"seq":1,"at":1767603600000,"event":"app_launched","data":{}}"#
    lines.append(launch)
    for (index, text) in texts.enumerated() {
      let json = String(decoding: try JSONEncoder().encode([text]), as: UTF8.self)
        .dropFirst().dropLast()
      for (offset, event) in [
        #""attribute_set","data":{"key":\#(json),"value":\#(json)}"#,
        #""tag_added","data":{"tag":\#(json)}"#,
        #""custom_event_tracked","data":{"name":\#(json),"attributes":{\#(json):\#(json)}}"#,
      ].enumerated() {
        let seq = 2 + index * 3 + offset
        lines.append(#"{"seq":\#(seq),"at":1767603600000,"event":\#(event)}"#)
      }
    }
    lines.append(#"{"seq":\#(2 + texts.count * 3),"at":1767603720000,"event":"app_backgrounded"}"#)
    try await expectPassingSpec(of: try folder.write(lines, "hostile"), "--assert", "all")
  }

  @Test func `a trace in which nothing happens makes no spec`() async throws {
    let path = try folder.write(
      "{\"pushtrace\":1,\"sdk\":\"mobilepush\",\"started\":0}\n", to: "empty.trace.jsonl")
    try await CommandRun("spec \(path)").exits(1).printsError("nothing happens in it")
  }

  /// The values of readings to try on a trace.
  private static func variants(of trace: String) -> [String] {
    trace.contains("mobilepush")
      ? MobilePushSystem.readingVariants : MobileEngageSystem.readingVariants
  }

  /// Runs a spec, and gives the observed effects of devices with their times.
  private func observed(
    by spec: String, _ options: [String]
  ) async throws -> (status: Int32, effects: [String]) {
    let traces = TemporaryFolder()
    let run = try await CommandRun("check \(spec) --save-traces \(traces.url.path) \(options)")
    let name = try #require(traces.names().first)
    let lines = try String(contentsOfFile: traces.path(name), encoding: .utf8).split(
      separator: "\n")
    let started = try #require(lines.first?.firstMatch(of: /"started":([0-9]+)/)?.1)
    let hidden = [
      "\"effect\":\"set_timer\"", "\"effect\":\"cancel_timer\"", "\"effect\":\"diagnose\"",
      "\"party\":\"engagement\"", "\"party\":\"push_service\"", "\"party\":\"mobile_engage\"",
    ]
    let effects = lines.filter { line in
      guard line.contains("\"effect\":"), let at = line.firstMatch(of: /"at":([0-9]+)/)?.1 else {
        return false
      }
      return Int64(at) ?? 0 >= Int64(started) ?? 0 && !hidden.contains { line.contains($0) }
    }
    return (
      run.status,
      effects.map { line in
        let start = line.firstRange(of: "\"at\":")?.lowerBound ?? line.startIndex
        return String(line[start...].replacing(/"cause":[0-9]+,/, with: ""))
      }
    )
  }
}
