import CommandTesting
import Foundation
import Testing

/// Verbs over the folder of a durable log, and between logs and traces.
struct LogFolderTests {
  private let folder = TemporaryFolder()
  private static let trace = "Traces/mobilepush/login.trace.jsonl"

  /// A log made of a committed trace.
  private func log() async throws -> String {
    let path = folder.path("log")
    try await CommandRun("export --to log \(Self.trace) --output \(path)").exits(0)
    return path
  }

  @Test func `a trace made of a log made of a trace is that trace`() async throws {
    let log = try await log()
    let run = try await CommandRun("export --to trace \(log)").exits(0)
    #expect(try run.output == Project.text("/\(Self.trace)"))
    let target = folder.path("again.trace.jsonl")
    try await CommandRun("export --to trace \(log) --output \(target)").exits(0)
    #expect(try String(contentsOfFile: target, encoding: .utf8) == run.output)
  }

  @Test func `a log is not recorded anew, and the command that makes a trace of it is named`()
    async throws
  {
    let log = try await log()
    try await CommandRun("replay --rerecord \(log)").exits(64).printsError(
      "export --to trace \(log) --output NAME.trace.jsonl")
  }

  @Test func `what a header leaves out is left out of a log, a sealed trace and an import`()
    async throws
  {
    let lines = try Project.lines(of: Self.trace)
    let header = #"{"pushtrace":1,"sdk":"mobilepush","config":{},"started":1767603600000}"#
    let cut = try folder.write([header] + lines.dropFirst().dropLast(), "short")
    let short = folder.path("sealed.trace.jsonl")
    _ = try await CommandRun("verify --seal \(cut) --output \(short)")
    let text = try String(contentsOfFile: short, encoding: .utf8)
    #expect(text.hasPrefix(header + "\n"))
    let log = folder.path("log")
    try await CommandRun("export --to log \(short) --output \(log)").exits(0)
    #expect(try await CommandRun("export --to trace \(log)").output == text)
    for form in ["cloudevents", "otlp"] {
      let events = folder.path(form)
      try await CommandRun("export --to \(form) \(short) --output \(events)").exits(0)
      #expect(try await CommandRun("import --from \(form) \(events)").output == text, "\(form)")
    }
  }

  @Test func `logs below a folder are read as traces below it are`() async throws {
    for name in ["day/one", "two"] {
      try FileManager.default.createDirectory(
        atPath: folder.path("logs/day"), withIntermediateDirectories: true)
      let log = folder.path("logs/\(name)")
      try await CommandRun("export --to log \(Self.trace) --output \(log)").exits(0)
    }
    // Where one is wanted, they are named.
    let names = "\(folder.path("logs/day/one")), \(folder.path("logs/two"))"
    for verb in [
      "show", "spec", "verify --seal", "replay --skip 1", "replay --explain",
      "replay --snapshots 5",
    ] {
      let words = verb.split(separator: " ").map { String($0) }
      let run = try await CommandRun(words + [folder.path("logs")]).exits(2)
      #expect(
        (run.output + run.errors).contains(
          "'\(folder.path("logs"))' is a folder, and no trace\n   = help: name one of these: "
            + names),
        "\(run.output + run.errors)")
    }
    try await CommandRun("verify \(folder.path("logs"))").exits(0).prints(
      "ok     \(folder.path("logs/day/one")): 29 records\n",
      "ok     \(folder.path("logs/two")): 29 records\n")
  }

  @Test func `what is no trace is not copied as one, and a log needs a place`() async throws {
    for path in ["README.md", "/dev/null"] {
      try await CommandRun("export --to trace \(path)").exits(2).printsError("error[T410]")
    }
    try await CommandRun("export --to log \(Self.trace)").exits(64).printsError(
      "--to log needs --output")
  }

  @Test func `a log of a cut trace says that it does not have the cut`() async throws {
    let cut = try folder.write(try Project.lines(of: Self.trace).dropLast(), "cut")
    try await CommandRun("export --to log \(cut) --output \(folder.path("log"))").exits(0)
      .prints("\n  not in it: that the trace was cut: it has no end line\n")
  }

  @Test func `an effect without a cause has none behind a log either`() async throws {
    let lines = try Project.lines(of: Self.trace)
    let inside = [lines[0], lines[2], lines[3]].map { $0.replacing(#""cause":1,"#, with: "") }
    let sealed = folder.path("sealed.trace.jsonl")
    let open = try folder.write(inside, "inside")
    _ = try await CommandRun("verify --seal \(open) --output \(sealed)")
    let text = try String(contentsOfFile: sealed, encoding: .utf8)
    #expect(text.contains(#""effect":"request_device_token""#) && !text.contains("cause"))
    let log = folder.path("log")
    try await CommandRun("export --to log \(sealed) --output \(log)").exits(0)
    #expect(try await CommandRun("export --to trace \(log)").output == text)
  }

  @Test(arguments: ["verify", "replay", "conform", "show"])
  func `a log is read as a trace is`(verb: String) async throws {
    try await CommandRun([verb, try await log()]).exits(0)
  }

  @Test func `a changed byte is a gap with its place, and the rest is read`() async throws {
    let log = try await log()
    let segment = URL(filePath: "\(log)/0000000001.segment")
    var bytes = try Data(contentsOf: segment)
    // Every record is acknowledged, the first ones and the last.
    for offset in [bytes.count / 2, bytes.count - 2] {
      bytes[offset] ^= 1
      try bytes.write(to: segment)
      bytes[offset] ^= 1
      try await CommandRun("verify \(log)").exits(1).prints("error[T450]", "of segment 1")
      let new = folder.path("new-\(offset)")
      try await CommandRun("verify --repair \(log) --output \(new)").exits(1)
      let kept = try await CommandRun("export --to trace \(new)").output
      let whole = try Project.text("/\(Self.trace)").split(separator: "\n")
      let lines = Set(kept.split(separator: "\n"))
      #expect(whole.count { !lines.contains($0) } <= 2, "\(kept)")
    }
    try await CommandRun("explain T450").exits(0)
  }

  @Test func `a log that is torn, empty or there already is refused with its reason`() async throws
  {
    let log = try await log()
    let segment = URL(filePath: "\(log)/0000000002.segment")
    try (Data(contentsOf: segment) + Data("torn".utf8)).write(to: segment)
    try await CommandRun("verify \(log)").exits(1).prints("the last 4 bytes")

    try await CommandRun("export --to log \(Self.trace) --output \(log)").exits(2).printsError(
      "is there already")

    for number in 1...2 { try folder.write("", to: "log/000000000\(number).segment") }
    try await CommandRun("verify \(log)").exits(2).prints("T452")
  }

  @Test func `a trace with a missing record makes no log`() async throws {
    var lines = try Project.lines(of: Self.trace)
    lines.remove(at: 4)
    let trace = try folder.write(lines, "a")
    try await CommandRun("export --to log \(trace) --output \(folder.path("log"))")
      .exits(2).printsError("a log needs every record")
  }
}
