import CommandTesting
import Foundation
import Testing

/// Traces that begin in the middle of a device's life, and say so.
struct UnknownHistoryTests {
  private let folder = TemporaryFolder()

  private static let unknown = #","history":"unknown""#

  /// The lines from `start` on behind the header, with more in it, as a rotated log has them.
  private func rotated(
    _ lines: [String], from start: Int, history: String = unknown
  ) -> [String] {
    [lines[0].dropLast() + history + "}"] + lines[start...]
  }

  /// The trace of a login from its record 12 on.
  private func rotatedLogin(_ history: String = unknown) throws -> String {
    let lines = try Project.lines(of: "Traces/mobilepush/login.trace.jsonl")
    return try folder.write(rotated(lines, from: 12, history: history), "rotated")
  }

  @Test func `nothing is called drift that follows from what is not known`() async throws {
    let trace = try rotatedLogin()
    try await CommandRun("replay \(trace)").exits(0).prints(
      "effects and states not compared",
      "\(trace):1:1: warning[T436]: what was before the trace is not known: "
    ).omits("T401")
  }

  @Test(arguments: Project.oneTraceOfEachKind)
  func `no part of a committed trace drifts where what was before is not known`(
    trace: String
  ) async throws {
    let lines = try Project.lines(of: trace)
    var parts: [String] = []
    for cut in [2, lines.count / 2] where cut > 1 {
      parts.append(try folder.write(rotated(lines, from: cut), "\(cut)"))
    }
    try await CommandRun("replay \(parts)").omits("T401")
    for part in parts.suffix(1) {
      try await CommandRun("minimize \(part)").exits(2)
    }
  }

  @Test func `a field that an event said is compared again`() async throws {
    let lines = try Project.lines(of: "Traces/mobilepush/two-orphans-and-the-bill.trace.jsonl")
    let right = rotated(lines, from: 31)
    let wrong = right.map { line in
      line.contains(#""seq":79,"#)
        ? line.replacing(/"subscriberKey":"[^"]*"/) { _ in #""subscriberKey":"zed""# } : line
    }
    #expect(right != wrong)
    for (lines, status) in [(right, 0 as Int32), (wrong, 1)] {
      let trace = try folder.write(lines, "late")
      let run = try await CommandRun("replay \(trace)").exits(status)
      #expect(
        run.output.contains("in body.subscriberKey)") == (status == 1))
      let smaller = try await CommandRun("minimize \(trace)").exits(2)
      #expect(smaller.errors.contains("so no record can be left out") == (status == 1))
    }
  }

  @Test func `a difference in front of the snapshot that ends the unknown part is one drift`()
    async throws
  {
    let whole = folder.path("whole.trace.jsonl")
    let source = "Traces/mobilepush/two-orphans-and-the-bill.trace.jsonl"
    try await CommandRun("replay --snapshots 1 \(source) --output \(whole)").exits(0)
    var lines = try Project.lines(of: whole)
    let wrong = try #require(
      lines.lastIndex { $0.contains(#""effect":"send_registration""#) && $0.contains("user.a") })
    lines[wrong].replace(/"subscriberKey":"[^"]*"/) { _ in #""subscriberKey":"zed""# }
    let other = lines[..<wrong].filter { !$0.contains(#","snapshot":{"#) } + lines[wrong...]
    let start = try #require(other.firstIndex { $0.contains(#""event":"contact_key_set""#) })
    let trace = try folder.write(rotated(other, from: start), "one")
    try await CommandRun("replay \(trace)").exits(1).prints(": 1 drift\n")
  }

  @Test func `a snapshot says all that was before`() async throws {
    let snapshots = folder.path("snapshots.trace.jsonl")
    let login = "Traces/mobilepush/login.trace.jsonl"
    try await CommandRun("replay --snapshots 8 \(login) --output \(snapshots)").exits(0)
    let lines = rotated(try Project.lines(of: snapshots), from: 4).map {
      $0.replacing(#""reason":"changed""#, with: #""reason":"retry""#)
    }
    let trace = try folder.write(lines, "known")
    try await CommandRun("replay \(trace)").exits(1).prints(" in reason)")
  }

  @Test func `without it in the header the same records drift`() async throws {
    for history in ["", #","history":"complete""#] {
      try await CommandRun(["replay", try rotatedLogin(history)]).exits(1)
    }
  }

  @Test func `the rules that look back are not judged, the others are`() async throws {
    let whole = #"{"seq":1,"at":1767599940000,"note":"the log was rotated"}"#
    var lines = try Project.lines(of: try rotatedLogin())
    lines.insert(whole, at: 1)
    let numbered = try folder.write(lines, "numbered")
    try await CommandRun("conform \(numbered)").exits(0).prints(
      "cannot be judged, because the first records are missing: ", "1 rule held")
  }

  @Test func `its effects cannot be recorded anew`() async throws {
    let trace = try rotatedLogin()
    let before = try String(contentsOfFile: trace, encoding: .utf8)
    try await CommandRun("replay --rerecord \(trace)").exits(2).prints(
      "error[T436]: the effects of this trace cannot be recorded anew")
    #expect(try String(contentsOfFile: trace, encoding: .utf8) == before)
  }

  @Test func `a sealed one still says that it begins later`() async throws {
    let trace = try rotatedLogin()
    try await CommandRun("verify --seal \(trace)").prints(
      #","history":"unknown"}"#, #""note":"records 1 to 11 are missing""#)
  }

  @Test func `any other value is refused with the two that may stand there`() async throws {
    let run = try await CommandRun(["replay", try rotatedLogin(#","history":"perhaps""#)]).exits(2)
    #expect(run.output.contains("complete, unknown") || run.output.contains("'unknown'"))
  }
}
