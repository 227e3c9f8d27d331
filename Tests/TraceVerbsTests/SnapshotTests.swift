import CommandTesting
import Foundation
import Testing

/// `snapshot` records: written, compared, folded on from, and looked for.
struct SnapshotTests {
  private let folder = TemporaryFolder()

  private let login = "Traces/mobilepush/login.trace.jsonl"

  /// The trace with a snapshot after every `interval` records.
  private func added(to trace: String, every interval: Int = 5) async throws -> String {
    let path = folder.path("snapshots-\(UUID().uuidString).trace.jsonl")
    try await CommandRun("replay --snapshots \(interval) \(trace) --output \(path)").exits(0)
    return path
  }

  @Test(arguments: Project.oneTraceOfEachKind)
  func `a committed trace has the state that replay folds at each of its snapshots`(
    trace: String
  ) async throws {
    let path = try await added(to: trace)
    let run = try await CommandRun("replay \(path)").exits(0).prints(" snapshots")
    let verified = try await CommandRun("verify \(path)")
    #expect(verified.output.contains(" snapshots") == run.output.contains(" snapshots"))
  }

  /// The numbers of its requests are not those of the machine, or its effects are not.
  @Test func `a trace keeps its drifts where snapshots are added`() async throws {
    let renumbered = try Project.lines(of: login).map { line in
      line.replacing(/"request":(\d+)/) { "\"request\":\($0.1)00" }
    }
    var late = try Project.lines(of: "Traces/mobile_engage/first-start.trace.jsonl").dropLast()
      .map { $0 }
    let link = try #require(late.firstIndex { $0.contains(#""effect":"link_contact""#) })
    let at = try #require(late[link].firstMatch(of: /"at":[0-9]+/)?.0)
    late.insert(#"{"seq":1,\#(at),"event":"app_backgrounded"}"#, at: link)
    for trace in [
      try folder.write(Array(renumbered.dropLast()), "renumbered"),
      try folder.write(late, "late"),
      "Traces/Gallery/pending-change-lost.trace.jsonl",
    ] {
      #expect(try await drifts(of: added(to: trace)) == drifts(of: trace), "\(trace)")
    }
  }

  @Test func `a snapshot takes the numbers of the sealed trace`() async throws {
    var lines = try Project.lines(of: try await added(to: login))
    let at = try #require(lines[1].firstMatch(of: /"at":[0-9]+/)?.0)
    lines.insert(#"{"seq":1,\#(at),"note":"by hand"}"#, at: 1)
    let sealed = folder.path("sealed.trace.jsonl")
    let edited = try folder.write(lines, "edited")
    try await CommandRun("verify --seal \(edited) --output \(sealed)").exits(0)
    try await CommandRun("replay \(sealed)").exits(0).prints(" snapshots")
  }

  private func drifts(of trace: String) async throws -> Int? {
    try await CommandRun("replay \(trace) --format json").list("traces")[0]["drifts"] as? Int
  }

  /// They were recorded before the backends told one installation of an app from the next.
  @Test(arguments: ["mobilepush", "mobile_engage"])
  func `a snapshot of an engine whose states had fewer fields is folded on from`(
    sdk: String
  ) async throws {
    let lines = try Project.lines(of: "Tests/CommandsTests/Snapshots/\(sdk).trace.jsonl")
    let index = try #require(lines.firstIndex { $0.contains(#","snapshot":{"#) })
    let path = try folder.write([lines[0]] + lines[index...].dropLast(), "from")
    let run = try await CommandRun("replay \(path)").exits(0)
    #expect(run.output.contains(/, [1-9][0-9]* effects? compared/), "\(run.output)")
  }

  @Test(arguments: Project.oneTraceOfEachKind)
  func `a committed trace that begins with a snapshot is folded on without drift`(
    trace: String
  ) async throws {
    let lines = try Project.lines(of: try await added(to: trace, every: 8))
    var paths: [String] = []
    for index in lines.indices where lines[index].contains(#","snapshot":{"#) {
      paths.append(try folder.write([lines[0]] + lines[index...], "from-\(index)"))
    }
    #expect(!paths.isEmpty)
    let run = try await CommandRun("replay \(paths)")
    #expect(!run.output.contains("T401") && run.status == 0, "\(run.output)")
    // Of a trace that ends with its end line, only that line's hash is one of other bytes.
    run.omits("missing")
  }

  @Test(arguments: Project.oneTraceOfEachKind)
  func `a trace that begins with a snapshot keeps its numbers when it is written anew`(
    trace: String
  ) async throws {
    let lines = try Project.lines(of: try await added(to: trace, every: 8))
    for index in lines.indices where lines[index].contains(#","snapshot":{"#) {
      let records = [lines[0]] + lines[index..<(lines.count - 1)]
      let path = try folder.write(records, "from-\(index)")
      let sealed = folder.url.appending(path: "sealed-\(index).trace.jsonl").path
      try await CommandRun("verify --seal \(path) --output \(sealed)").exits(0)
      #expect(try Project.lines(of: sealed).starts(with: records))
      try await CommandRun("replay --rerecord \(path)").exits(0)
      #expect(try Project.lines(of: path) == records)
    }
  }

  @Test func `a note stands where records are missing, and is the cause of what follows`()
    async throws
  {
    var lines = try Project.lines(of: "Traces/mobilepush/login.trace.jsonl")
    lines.remove(at: 17)
    let path = try folder.write(lines.joined(separator: "\n") + "\n", to: "gap.trace.jsonl")
    try await CommandRun("replay --snapshots 0 \(path)").exits(0).prints(
      #""seq":17,"at":1767603600000,"note":"record 17 is missing"}"#,
      #""effect":"set_timer","cause":17,"#)
  }

  @Test func `a part of a trace says nothing of how the trace ends`() async throws {
    let path = try await added(to: login)
    let last = try Project.lines(of: path).count - 2
    for seq in 1...last {
      let run = try await CommandRun("replay \(path) --at \(seq) --state")
      #expect(run.status == 0 && !run.output.contains("warning"), "\(seq): \(run.output)")
    }
  }

  @Test func `the state under other readings does not come from a recorded snapshot`() async throws
  {
    let trace = "Traces/mobilepush/two-orphans-and-the-bill.trace.jsonl"
    // Snapshots are records too, so that those behind them have other numbers.
    func lastState(of path: String) async throws -> String {
      let last = try Project.lines(of: path).count - 2
      let run = try await CommandRun(
        "replay \(path) --at \(last) --state --reading propagation=15m")
      let start = try #require(run.output.range(of: "state of")).lowerBound
      return String(run.output[start...].replacing(/(orphaned_by|seq): \d+/, with: "record"))
    }
    #expect(try await lastState(of: try await added(to: trace, every: 40)) == lastState(of: trace))
  }

  @Test func `a snapshot with another member behind it is read whole`() async throws {
    let path = try await added(to: login)
    let changed = try Project.lines(of: path).map { line in
      line.contains(#","snapshot":{"#) ? line.dropLast() + #","party":"device"}"# : line[...]
    }
    let trace = try folder.write(changed, "party-behind")
    try await CommandRun("replay \(trace)").exits(0)
  }

  @Test func `a snapshot of no party, or of one twice, is refused`() async throws {
    let path = try await added(to: login)
    let lines = try Project.lines(of: path)
    let index = try #require(lines.firstIndex { $0.contains(#","snapshot":{"#) })
    let parties = try #require(lines[index].range(of: #""parties":["#))
    let entry = lines[index][parties.upperBound...].dropLast(3)
    for wrong in ["", "\(entry),\(entry)"] {
      let line = lines[index][..<parties.upperBound] + wrong + "]}}"
      let trace = try folder.write(
        [lines[0], String(line)] + lines[(index + 1)...], "parties")
      let run = try await CommandRun("replay \(trace)")
      run.prints("error[T437]", "= its parties are not those of a run")
      #expect(run.status == 2)
    }
  }

  @Test func `a snapshot that was edited is a drift with its field`() async throws {
    let path = try await added(to: login)
    let text = try String(contentsOfFile: path, encoding: .utf8)
      .replacingOccurrences(of: #""attempts":1,"#, with: #""attempts":3,"#)
    let edited = try folder.write(text, to: "edited.trace.jsonl")
    try await CommandRun("replay \(edited)").exits(1).prints(
      "the snapshot holds another state than the machine is in", "registration.attempts: 3")
  }

  @Test func `a snapshot that is no state of the machine is refused`() async throws {
    let path = try await added(
      to: "Traces/mobilepush/two-orphans-and-the-bill.trace.jsonl", every: 30)
    let lines = try Project.lines(of: path)
    let index = try #require(lines.firstIndex { $0.contains(#""snapshot":{"#) })
    let line = lines[index].replacingOccurrences(of: #""contact":0,"#, with: #""contact":99,"#)
    #expect(line != lines[index])
    let wrong = [lines[0], line] + lines[(index + 1)...]
    let trace = try folder.write(wrong, "wrong")
    for verb in ["replay", "verify", "redact"] {
      let run = try await CommandRun("\(verb) \(trace)").exits(2)
      #expect((run.output + run.errors).contains(":2:1: error[T437]"), "\(verb): \(run.errors)")
      #expect((run.output + run.errors).contains("= read and written again, it is another one"))
    }
  }

  @Test(arguments: [
    (#""snapshot":{"#, #""snapshot":{"x":1,"#, "T414]: unknown field 'x'"),
    (#""state":{"#, #""state":{"x":1,"#, "T414]: unknown field 'x'"),
    (#""phase":"f"#, #""phase":"xf"#, "T414]: 'xforeground' is none of none, uninitialized"),
    (#""attempts":1"#, #""attempts":1,"attempts":1"#, "T413]: 'attempts' stands twice"),
    (#""attempts":1"#, #""attempts":"1""#, "T415]: expected a whole number"),
    (#""snapshot":"#, #""snapshot":3,"data":"#, "T415]: expected an object"),
    (#""snapshot":{"state""#, #""snapshot":{},"data":{"state""#, "T415]: 'state' is missing"),
    (#""snapshot":"#, #""note":"a","snapshot":"#, "T415]: a record is one of event, effect, "),
    (#""at":1767599940000"#, #""at":5"#, "T416]: time goes back: 5 after 1767599940000"),
  ])
  func `a snapshot that cannot be read says why`(
    part: String, wrong: String, reason: String
  ) async throws {
    var lines = try Project.lines(of: try await added(to: login))
    let index = try #require(lines.firstIndex { $0.contains(#""snapshot":{"#) })
    let place = try #require(lines[index].range(of: part))
    lines[index].replaceSubrange(place, with: wrong)
    let run = try await CommandRun("replay \(folder.write(lines, "wrong"))").exits(2)
    #expect(run.output.contains(":\(index + 1):") && run.output.contains(reason), "\(run.output)")
  }

  @Test func `what breaks a rule is exact, whether the trace has snapshots or not`() async throws {
    let rules = try folder.writeRules("{ id: N, never: contact_key_set }")
    let trace = try await added(to: login)
    let small = folder.path("small.trace.jsonl")
    try await CommandRun("minimize \(trace) --rules \(rules) --output \(small)").exits(0)
      .omits("the machine is not asked")
    let lines = try Project.lines(of: trace)
    let start = try #require(lines.firstIndex { $0.contains(#""snapshot":{"#) })
    let late = try folder.write([lines[0]] + lines[start...], "late")
    try await CommandRun("minimize \(late) --rules \(rules) --output \(small)").exits(0).prints(
      "the machine is not asked")
  }

  @Test func `members of a snapshot may stand in any order`() async throws {
    let lines = try Project.lines(of: try await added(to: login))
    let reordered = try lines.map { line in
      guard line.contains(#""snapshot":{"#) else { return line }
      let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
      let data = try JSONSerialization.data(withJSONObject: value, options: [.sortedKeys])
      return String(decoding: data, as: UTF8.self)
    }
    #expect(reordered != lines)
    let trace = try folder.write(reordered, "any")
    try await CommandRun("replay \(trace)").exits(0).prints("4 snapshots")
  }

  @Test(arguments: Project.oneTraceOfEachKind)
  func `without its snapshots a trace is what it was before, byte for byte`(trace: String)
    async throws
  {
    let path = folder.path("without.trace.jsonl")
    try await CommandRun(
      ["replay", "--snapshots", "0", try await added(to: trace), "--output", path]).exits(0)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == Project.text("/" + trace))
  }

  @Test func `a state is looked for from the snapshot before it on`() async throws {
    let path = try await added(to: login)
    for record in ["9", "17", "29"] {
      let sought = try await CommandRun("replay \(path) --at \(record) --state").output
      let whole = try CommandProcess(
        shell: "cat '\(path)' | pushtrace replay - --at \(record) --state"
      )
      .output
      #expect(sought.contains("from the snapshot, record "), "\(sought)")
      #expect(!whole.contains("from the snapshot"))
      let (left, right) = (state(in: sought), state(in: whole))
      #expect(left == right && !left.isEmpty)
    }
    try await CommandRun("replay \(path) --at 3 --state").omits("from the snapshot")
  }

  private func state(in output: String) -> Substring {
    output.range(of: "state of ").map { output[$0.lowerBound...] } ?? ""
  }

  @Test func `a redacted trace has pseudonyms in its snapshots and replays`() async throws {
    let lines = try Project.lines(of: try await added(to: login))
    let start = try #require(lines.lastIndex { $0.contains(#""snapshot":{"#) })
    for first in [1, start] {
      let trace = try folder.write([lines[0]] + lines[first...], "personal")
      #expect(lines[first...].contains { $0.contains("ann@example.com") })
      let redacted = folder.path("redacted.trace.jsonl")
      try await CommandRun("redact \(trace) --output \(redacted)").exits(0)
      #expect(!(try String(contentsOfFile: redacted, encoding: .utf8)).contains("ann@example.com"))
      try await CommandRun("replay \(redacted)").exits(0)
    }
  }

  @Test func `what needs the events before a snapshot says so`() async throws {
    let lines = try Project.lines(of: try await added(to: login))
    let start = try #require(lines.firstIndex { $0.contains(#""snapshot":{"#) })
    let trace = try folder.write([lines[0]] + lines[start...], "late")
    for arguments in [["spec", trace], ["replay", trace, "--skip", "20"]] {
      let run = try await CommandRun(arguments).exits(2)
      #expect((run.output + run.errors).contains("T438"), "\(arguments): \(run.errors)")
    }
    try await CommandRun("conform \(trace)").prints("cannot be judged")
    for verb in ["show", "verify"] { #expect(try await CommandRun("\(verb) \(trace)").status < 2) }
    try await CommandRun("why \(trace) 25").exits(0)
  }

  @Test func `the options are refused where they mean nothing`() async throws {
    for arguments in [
      ["replay", "--snapshots", "-1", login], ["replay", "--snapshots", "5", login, login],
      ["replay", "--output", "x", login], ["replay", "--snapshots", "5", "--at", "3", login],
    ] { try await CommandRun(arguments).exits(64) }
  }
}
