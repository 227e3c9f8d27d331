import Foundation
import Testing

/// Traces that begin in the middle of a device's life, and say so.
struct UnknownHistoryTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The trace of a login from its record 12 on, as a rotated log has it.
  private func rotated(_ history: String) throws -> String {
    let lines = try Project.text("/Traces/mobilepush/login.trace.jsonl").split(separator: "\n")
    let header = String(lines[0].dropLast()) + history + "}"
    return try folder.write(
      ([header] + lines[12...].map { String($0) }).joined(separator: "\n") + "\n",
      to: "rotated.trace.jsonl")
  }

  @Test func `nothing is called drift that follows from what is not known`() throws {
    let trace = try rotated(#","history":"unknown""#)
    let run = try CommandRun(["replay", trace])
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("effects and states not compared"))
    #expect(
      run.output.contains("\(trace):1:1: warning[T436]: what was before the trace is not known: "))
    #expect(!run.output.contains("T401"))
  }

  @Test func `without it in the header the same records drift`() throws {
    for history in ["", #","history":"complete""#] {
      #expect(try CommandRun(["replay", try rotated(history)]).status == 1)
    }
  }

  @Test func `the rules that look back are not judged, the others are`() throws {
    let whole = #"{"seq":1,"at":1767599940000,"note":"the log was rotated"}"#
    let trace = try rotated(#","history":"unknown""#)
    let lines = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
    let numbered = try folder.write(
      ([lines[0]] + [Substring(whole)] + lines[1...]).joined(separator: "\n") + "\n",
      to: "numbered.trace.jsonl")
    let run = try CommandRun(["conform", numbered])
    #expect(run.status == 0)
    #expect(run.output.contains("cannot be judged, because the first records are missing: "))
    #expect(run.output.contains("rules held"))
  }

  @Test func `its effects cannot be recorded anew`() throws {
    let trace = try rotated(#","history":"unknown""#)
    let before = try String(contentsOfFile: trace, encoding: .utf8)
    let run = try CommandRun(["replay", "--rerecord", trace])
    #expect(run.status == 2)
    #expect(run.output.contains("error[T436]: the effects of this trace cannot be recorded anew"))
    #expect(try String(contentsOfFile: trace, encoding: .utf8) == before)
  }

  @Test func `a sealed one still says that it begins later`() throws {
    let trace = try rotated(#","history":"unknown""#)
    let sealed = try CommandRun(["verify", "--seal", trace])
    #expect(sealed.output.contains(#","history":"unknown"}"#))
    #expect(sealed.output.contains(#""note":"records 1 to 11 are missing""#))
  }

  @Test func `any other value is refused with the two that may stand there`() throws {
    let run = try CommandRun(["replay", try rotated(#","history":"perhaps""#)])
    #expect(run.status == 2)
    #expect(run.output.contains("complete, unknown") || run.output.contains("'unknown'"))
  }
}
