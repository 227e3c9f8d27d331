import CommandTesting
import Testing

/// `pushtrace replay --assume` and `--explain`.
struct AssumeTests {
  private let trace = "Traces/mobilepush/back-off-over-days.trace.jsonl"

  @Test func `a field that is changed changes what follows, and the report says so`() async throws {
    try await CommandRun("replay \(trace) --assume 15 registration.in_flight=5")
      .exits(1).prints(
        "the state is assumed: after record 15 response_received, registration.in_flight is 5 "
          + "instead of (absent)", "records 1 to 17 exact")
  }

  @Test(arguments: [
    ["15", "registration.in_flight=absent"], ["15 registration.in_flight=absent"],
    ["15.. registration.failures=0"], ["14 registration.failures=unchanged"],
  ])
  func `a field that is as the machine has it changes nothing`(value: [String]) async throws {
    let trace = "Traces/mobilepush/login.trace.jsonl"
    try await CommandRun("replay \(trace) --assume \(value)").exits(0).prints(
      "the state is assumed: after record ")
  }

  @Test(arguments: [
    ("15 registration.in_flght=5", "did you mean 'in_flight'?"),
    ("15 registration.in_flight=soon", "'soon' is not a whole number"),
    ("15 registration.failures=absent", "has to have a field 'failures'"),
    ("15 push.switched_on=maybe", "'maybe' is not true or false"),
    ("4711 registration.failures=1", "no record 4711 was reached"),
    ("1:end registration.failures=1", "no end of a process was reached at record 1"),
  ])
  func `what the state cannot be is refused`(value: String, text: String) async throws {
    try await CommandRun("replay \(trace) --assume \(value)").exits(2).says(text, "T445")
  }

  @Test(arguments: [
    ["--assume", "registration.failures=1"], ["--assume", "15 failures"],
    ["--assume", "15 a=1", "--twice"], ["--explain", "--at", "3"], ["--explain", "Traces"],
  ])
  func `wrong usage is refused`(arguments: [String]) async throws {
    try await CommandRun("replay \(trace) \(arguments)").exits(64)
  }

  @Test func `the explanation names the field, and the command that shows it is right`()
    async throws
  {
    let folder = TemporaryFolder()
    let path = try folder.write(try LostEntry().text, to: "lost.trace.jsonl")
    let run = try await CommandRun("replay --explain \(path)").exits(1)
    let found = try #require(
      run.output.firstMatch(of: /--assume '([0-9]+ analytics\.queue[^']*)'/), "\(run.output)")
    try await CommandRun("replay \(path) --assume \(found.1)").exits(0)
    try await CommandRun("replay --explain \(path) --format json").prints(
      #""path":"analytics.queue["#)
    try await CommandRun("replay --explain \(trace)").exits(0)
  }
}

/// A trace whose SDK has lost one of the entries that it should have sent.
struct LostEntry {
  let text: String
  /// The number of the record that lacks it.
  let seq: Int64

  init() throws {
    var lines = try Project.lines(
      of: "Traces/mobilepush/force-close-with-unsent-analytics.trace.jsonl")
    let first = /"batch":\[\{[^}]*\},/
    let line = try #require(
      lines.firstIndex { $0.contains(#""effect":"send_analytics""#) && $0.contains(first) })
    lines[line].replace(first, with: #""batch":["#)
    seq = try #require(lines[line].firstMatch(of: /"seq":([0-9]+)/).flatMap { Int64($0.1) })
    text = lines.filter { !$0.contains(#""end":"#) }.joined(separator: "\n") + "\n"
  }
}
