import CommandTesting
import Foundation
import Testing

/// The folder of a log that is not as it was written, through every verb that reads traces.
struct DamagedLogTests {
  private let folder = TemporaryFolder()
  private var log: String { folder.path("log") }

  init() async throws {
    let lines = try Project.lines(of: "Traces/mobilepush/login.trace.jsonl").dropLast()
    let trace = try folder.write(Array(lines), "whole")
    try await CommandRun("export --to log \(trace) --output \(log)").exits(0)
    try FileManager.default.removeItem(atPath: trace)
  }

  private enum Damage: CaseIterable {
    /// A record is lost.
    case record
    /// One of the two copies of what the segment begins with.
    case beginning
    /// The end was not written whole.
    case end
  }

  private func damage(_ damage: Damage) throws {
    let number = damage == .end ? 2 : 1
    let segment = URL(filePath: "\(log)/000000000\(number).segment")
    var bytes = try Data(contentsOf: segment)
    switch damage {
    case .beginning: bytes[20] ^= 1
    case .end: bytes += Data("torn".utf8)
    case .record:
      let mark = try #require(bytes.firstRange(of: Data("attribute_set".utf8)))
      bytes[mark.lowerBound] ^= 1
    }
    try bytes.write(to: segment)
  }

  private static let lines: [CommandWords] = [
    "replay log", "replay log --state", "replay log --twice", "conform log", "verify log",
    "verify log --seal", "show log", "show log --stats", "show log --html page.html --engine none",
    "why log 2", "why log push_enabled", "why-not log send_registration --at 1h", "diff log log",
    "diff --reading send=latest,earliest log", "bisect log --state contact_key=nobody",
    "minimize log --state push_enabled=present", "redact log", "export --to trace log",
    "export --to cloudevents log", "export --to trace log --output out.trace.jsonl",
    "replay --snapshots 4 log", "replay log --set 1 initialized=true",
  ]

  @Test(arguments: lines) func `every verb reports the damage`(line: CommandWords) async throws {
    try damage(.end)
    try await CommandRun(line, in: folder.url).exits(1).says("log:1:1: warning[T451]: ")

    try damage(.beginning)
    try await CommandRun(line, in: folder.url).exits(1).says("log:1:1: error[T450]: ").omits("ok  ")

    let json = try await CommandRun("\(line) --format json", in: folder.url).exits(1)
    let found = json.output.isEmpty ? json.errors : json.output
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(found.utf8)) as? [String: Any], "\(found)")
    #expect(document["verdict"] as? String == "finding", "\(found)")
    let codes = (document["findings"] as? [[String: Any]])?.compactMap { $0["code"] as? String }
    #expect(codes?.contains("T450") == true, "\(found)")
  }

  @Test(arguments: ["replay", "conform"])
  func `a verdict on a damaged log says so, with exit code 0 as always`(verb: String) async throws {
    try damage(.record)
    try await CommandRun("\(verb) --verdicts log", in: folder.url).exits(0).prints(
      #""verdict":"finding""#, #""code":"T450""#)
  }

  @Test(arguments: [0, 1, 2]) func `the trace of a damaged log has no end line`(kind: Int)
    async throws
  {
    try damage(Damage.allCases[kind])
    let run = try await CommandRun("export --to trace log", in: folder.url).exits(1)
    run.printsError("[T45")
    #expect(run.output.hasPrefix("{\"pushtrace\":1"))
    run.omits("{\"end\":")
    let trace = try folder.write(run.output, to: "copy.trace.jsonl")
    try await CommandRun("verify \(trace)").exits(1)
  }

  @Test(arguments: [0, 1, 2]) func `a repair makes a new log, and keeps what is lost beside it`(
    kind: Int
  ) async throws {
    let damaged = Damage.allCases[kind]
    try damage(damaged)
    let before = try Data(contentsOf: URL(filePath: "\(log)/0000000001.segment"))
    let run = try await CommandRun("verify --repair log --output new", in: folder.url).exits(1)
    run.prints("[T45")
    #expect(
      run.output.hasSuffix("repaired: new; 1 damaged place set aside in new.lost\n"),
      "\(run.output)")
    try await CommandRun("verify new", in: folder.url).exits(0)
    let lost = try Data(contentsOf: URL(filePath: folder.path("new.lost")))
    #expect(lost.starts(with: Data((damaged == .end ? "2:" : "1:").utf8)))
    let part =
      switch damaged {
      case .record: "ttribute_set"
      case .beginning: "\"segment\":1"
      case .end: "torn\n"
      }
    #expect(lost.range(of: Data(part.utf8)) != nil)
    let trace = try await CommandRun("export --to trace new", in: folder.url).output
    #expect(trace.contains(#" is missing""#) == (damaged == .record), "\(trace)")
    #expect(trace.contains("no end line") == (damaged == .end))
    #expect(try Data(contentsOf: URL(filePath: "\(log)/0000000001.segment")) == before)
  }

  @Test func `a repair writes neither over what is there nor what needs none`() async throws {
    try await CommandRun("verify --repair log --output new", in: folder.url).exits(0)
    #expect(try folder.names() == ["log"])
    try damage(.record)
    for target in ["log", "log/inner"] {
      let run = try await CommandRun("verify --repair log --output \(target)", in: folder.url)
      #expect([2, 64].contains(run.status), "\(run.output)")
    }
    #expect(try folder.names() == ["log"])
  }
}
