import CommandTesting
import Foundation
import Testing

/// `pushtrace replay` on a trace that somebody changed by hand, without sealing it again.
struct ReplayTests {
  private let folder = TemporaryFolder()
  private let login = "Traces/mobilepush/login.trace.jsonl"

  @Test func `a place behind the end of the trace is refused as by why`() async throws {
    let trace = "Traces/mobilepush/login.trace.jsonl"
    try await CommandRun("replay \(trace) --at 30").exits(2).says(
      "error[T440]: the trace has no record 30", "its records have the numbers 1 to 29")
    try await CommandRun("replay \(trace) --at 29 --state").exits(0)
  }

  @Test func `an altered effect is found at its record, field by field`() async throws {
    var lines = try Project.lines(of: login)
    let index = try #require(lines.firstIndex { $0.contains("\"reason\":\"changed\"") })
    lines[index].replace("\"push_Enabled\":true", with: "\"push_Enabled\":false")
    let path = try folder.write(lines, "edited")
    try await CommandRun("replay \(path)").exits(1).prints(
      "edited.trace.jsonl:\(index + 1):1: error[T401]",
      "send_registration is recorded with other content", "- body.push_Enabled: false",
      "+ body.push_Enabled: true")
  }

  @Test func `a drift names the requirements and scenarios that are nearest to it`() async throws {
    let trace = "Specs/must_fail/recordings/altered.trace.jsonl"
    try await CommandRun("replay \(trace)").prints(
      "\n  REG-6.latest  It has the last value of each.\n", "COAL-01  (REG-6.one REG-6.latest)\n")
    try await CommandRun("replay \(trace) --format json").prints(
      #""requirements":[{"id":"REG-6.one","#)
    // Where there are no specs it says nothing of them.
    let copy = try folder.write(try Project.text("/" + trace), to: "a.trace.jsonl")
    let elsewhere = try await CommandRun("replay \(copy)", in: folder.url)
    #expect(elsewhere.status == 1 && !elsewhere.output.contains("nearest"))
  }

  @Test func `an effect of another device is none of those that an event lacks`() async throws {
    let lines: [TraceText.Line] = [
      (0, "event", "app_launched", "{}"), (0, "event", "app_launched", "{}"),
      (0, "effect", "request_device_token", "{}"), (0, "effect", "request_device_token", "{}"),
    ]
    let path = try folder.write(
      TraceText.text("mobilepush", lines, parties: ["phone", "tablet", "phone", "tablet"]),
      to: "two.trace.jsonl")
    try await CommandRun("replay \(path)").exits(1).prints(
      "request_device_token missing (first at record 1)",
      "request_device_token extra (first at record 3)")
  }

  @Test func `an edited trace is said to be edited and judged all the same`() async throws {
    let text = try Project.text("/\(login)").replacingOccurrences(
      of: "\"note\":\"the last", with: "\"note\":\"a last")
    let path = try folder.write(text, to: "edited.trace.jsonl")
    try await CommandRun("replay \(path)").exits(0).prints("warning[T402]")
    try await CommandRun("verify \(path)").exits(1)
    let sealed = folder.url.appending(path: "sealed.trace.jsonl").path
    try await CommandRun("verify --seal \(path) --output \(sealed)").exits(0)
    try await CommandRun("verify \(sealed)").exits(0)
  }

  @Test func `a trace that is not there is refused, and the others are replayed`() async throws {
    let run = try await CommandRun("replay nowhere.jsonl \(login)").exits(2)
    run.prints("nowhere.jsonl")
    #expect(run.output.hasSuffix("\n2 traces: 1 exact, 0 drifting, 1 unreadable or unstable\n"))
  }

  @Test func `exact ones among many are counted, and named with -v`() async throws {
    let paths = ["first-start", "logout-offline"].map { "Traces/mobile_engage/\($0).trace.jsonl" }
    let plain = try await CommandRun("replay \(paths)")
    #expect(plain.output == "2 traces: 2 exact, 0 drifting\n")
    let named = try await CommandRun("replay -v \(paths)")
    #expect(named.output.matches(of: /ok     Traces/).count == 2)
    #expect(named.output.hasSuffix("\n2 traces: 2 exact, 0 drifting\n"))
  }

  @Test func `another reading drifts from the recording`() async throws {
    try await CommandRun("replay --reading send=earliest \(login)").exits(1)
  }

  @Test func `a reading of one SDK leaves traces of another one as they are`() async throws {
    let traces = ["mobilepush/login", "mobile_engage/first-start"].map {
      "Traces/\($0).trace.jsonl"
    }
    try await CommandRun("replay --reading send=earliest \(traces)").exits(1).prints(
      "1 exact, 1 drifting"
    ).printsError("mobile_engage does not know --reading send")
    try await CommandRun("replay --reading sent=earliest \(traces)").exits(2).printsError(
      "no SDK of the run has a reading 'sent'")
  }

  @Test func `the state after a record is shown`() async throws {
    try await CommandRun("replay --at 17 --state \(login)").exits(0).prints("state of device:")
  }

  @Test func `the state after a record is an object in JSON`() async throws {
    try await CommandRun("replay --at 17 --format json \(login)").prints(
      #""states":[{"party":"device","view":{"contact_key":"#)
  }

  @Test func `a trace is recorded anew after an intended change, and what changed is shown`()
    async throws
  {
    let text = try Project.text("/\(login)")
    let edited = text.replacingOccurrences(
      of: "\"push_Enabled\":true", with: "\"push_Enabled\":false")
    let path = try folder.write(edited, to: "edited.trace.jsonl")
    try await CommandRun("replay --rerecord \(path)").exits(0).prints(
      "send_registration: ", "  - body.push_Enabled: false\n  + body.push_Enabled: true\n")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    let again = try await CommandRun("replay --rerecord \(path)")
    #expect(again.output == "\(path): nothing changed\n")
    try await CommandRun("replay --rerecord --format json \(path)").prints(#""changed":false"#)
  }

  @Test func `an effect with another cause is recorded anew`() async throws {
    let lines = try Project.lines(of: "Specs/must_fail/recordings/cause.trace.jsonl")
    let path = try folder.write(lines, "cause")
    try await CommandRun("replay \(path)").exits(1)
    try await CommandRun("replay --rerecord \(path)").exits(0).omits("nothing changed")
    try await CommandRun("replay \(path)").exits(0)
  }

  @Test func `what an event writes explains no drift where all that follows is exact`()
    async throws
  {
    var lines = try Project.lines(of: "Traces/mobilepush/cut-while-in-flight.trace.jsonl")
      .dropLast()
    lines[16].replace("Oslo", with: "Oslox")
    let path = try folder.write(lines, "renamed")
    let run = try await CommandRun("replay --explain \(path)").exits(1)
    let help = try #require(run.output.firstMatch(of: /replay \S+ --assume '(.+)'/)?.1)
    try await CommandRun(["replay", path, "--assume", String(help)]).exits(0)
  }

  @Test func `a trace of which nothing but the hash is wrong is sealed anew`() async throws {
    let text = try Project.text("/\(login)")
    let start = try #require(text.range(of: #""hash":""#)?.upperBound)
    let path = try folder.write(
      String(text[..<start]) + "0123456789abcdef\"}\n", to: "hash.trace.jsonl")
    let run = try await CommandRun("replay --rerecord \(path)")
    #expect(run.output.hasPrefix("\(path): nothing changed; the end line has the right hash now\n"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  @Test func `of a trace that was cut it is said that it stays without an end line`() async throws {
    let lines = try Project.lines(of: login).dropLast()
    let path = try folder.write(lines.joined(separator: "\n") + "\n", to: "cut.trace.jsonl")
    try await CommandRun("replay --rerecord \(path)").exits(0).prints(
      "nothing changed; it stays without an end line, which 'verify --seal' writes\n")
  }

  @Test func `a trace that cannot be read is not recorded anew`() async throws {
    let text = try Project.text("/\(login)") + "x"
    let path = try folder.write(text, to: "broken.trace.jsonl")
    try await CommandRun("replay --rerecord \(path)").exits(2)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    try await CommandRun("replay --rerecord --at 3 \(path)").exits(64)
  }

  @Test func `sealing shows what is missing beside the sealed trace`() async throws {
    var lines = try Project.lines(of: login)
    lines.remove(at: 4)
    let path = try folder.write(lines, "gap")
    try await CommandRun("verify --seal \(path)").exits(0).prints(
      #""note":"record 4 is missing""#
    ).printsError("record 4 is missing: record 5 follows record 3")
  }
}
