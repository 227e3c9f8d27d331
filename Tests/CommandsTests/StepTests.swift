import Foundation
import Testing

/// `pushtrace replay --step` in a real pseudo-terminal.
@Suite(.serialized) struct StepTests {
  private let trace = "Traces/mobilepush/back-off-over-days.trace.jsonl"
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `keys go forward, back, to a number and to a name`() throws {
    let terminal = try start()
    #expect(terminal.output(upTo: "q leave").contains("record 1 (1 of 80)"))
    terminal.type("j")
    #expect(terminal.output(upTo: "q leave").contains("record 2 (2 of 80)"))
    terminal.type("\u{1B}[B")
    #expect(terminal.output(upTo: "q leave").contains("record 3 (3 of 80)"))
    terminal.type("k")
    #expect(terminal.output(upTo: "q leave").contains("record 2 (2 of 80)"))
    terminal.type("g40\r")
    let there = terminal.output(upTo: "record 40 (40 of 80)") + terminal.output(upTo: "q leave")
    #expect(there.contains("record 40 (40 of 80)"))
    #expect(there.contains("send_registration of device  ← 39"))
    terminal.type("/timer_fired\r")
    #expect(terminal.output(upTo: "record 43 (43 of 80)").contains("record 43 (43 of 80)"))
    terminal.type("N")
    #expect(terminal.output(upTo: "record 39 (39 of 80)").contains("record 39 (39 of 80)"))
    terminal.type("q")
    let end = try #require(terminal.end())
    #expect(end == (0, false))
    #expect(terminal.isCooked)
  }

  @Test func `two keys in one read are both obeyed, and a lone escape ends a question`() throws {
    let terminal = try start()
    _ = terminal.output(upTo: "q leave")
    terminal.type("j\u{1B}[C")
    #expect(terminal.output(upTo: "record 3 (3 of 80)").contains("record 3 (3 of 80)"))
    terminal.type("g7")
    #expect(terminal.output(upTo: "record number: 7").contains("record number: 7"))
    terminal.type("\u{1B}")
    #expect(terminal.output(upTo: "q leave").contains("record 3 (3 of 80)"))
    terminal.type("q")
    #expect(try #require(terminal.end()) == (0, false))
  }

  @Test func `the record that led to one is a key away, and where nothing drifts that is said`()
    throws
  {
    let terminal = try start()
    _ = terminal.output(upTo: "q leave")
    terminal.type("g40\rc")
    #expect(terminal.output(upTo: "record 39 (39 of 80)").contains("record 39 (39 of 80)"))
    terminal.type("x")
    #expect(
      terminal.output(upTo: "machine gives").contains("the recording is what the machine gives"))
    terminal.type("q")
    _ = terminal.end()
  }

  @Test func `the next drift and the one before are a key away`() throws {
    let terminal = try start(on: try drifting())
    _ = terminal.output(upTo: "q leave")
    terminal.type("x")
    #expect(terminal.output(upTo: "q leave").contains("record 20 ("))
    terminal.type("x")
    #expect(terminal.output(upTo: "q leave").contains("record 40 ("))
    terminal.type("x")
    #expect(terminal.output(upTo: "after this record").contains("no drift after this record"))
    terminal.type("X")
    #expect(terminal.output(upTo: "record 20 (").contains("record 20 ("))
    terminal.type("X")
    #expect(terminal.output(upTo: "before this record").contains("no drift before this record"))
    terminal.type("q")
    _ = terminal.end()
  }

  @Test func `what the machine orders stands beside what was recorded`() throws {
    let terminal = try start(on: try drifting())
    _ = terminal.output(upTo: "q leave")
    terminal.type("g19\r")
    let other = terminal.output(upTo: "record 19 (") + terminal.output(upTo: "q leave")
    #expect(other.contains("recorded (-) and ordered by the machine (+)"), "\(other)")
    #expect(other.contains("± send_registration (changed)"), "\(other)")
    #expect(other.contains("- body.attributes[0].value: Bergen"), "\(other)")
    terminal.type("g17\r")
    let same = terminal.output(upTo: "record 17 (") + terminal.output(upTo: "q leave")
    #expect(same.contains("  set_timer (registration)"), "\(same)")
    terminal.type("q")
    _ = terminal.end()
  }

  @Test func `why and why-not are asked at the record that is looked at`() throws {
    let terminal = try start(on: trace)
    _ = terminal.output(upTo: "q leave")
    terminal.type("g15\rw")
    let why = terminal.output(upTo: "why record 15") + terminal.output(upTo: "q leave")
    #expect(why.contains("from outside"), "\(why)")
    terminal.type("jg17\rW")
    let held = terminal.output(upTo: "why not") + terminal.output(upTo: "q leave")
    #expect(held.contains("send_registration"), "\(held)")
    #expect(held.contains("window"), "\(held)")
    terminal.type("W")
    #expect(terminal.output(upTo: "q leave").contains("state of device"))
    terminal.type("q")
    _ = terminal.end()
  }

  @Test func `a filter leaves the records of a name, and the keys go along them`() throws {
    let terminal = try start(on: trace)
    _ = terminal.output(upTo: "q leave")
    terminal.type("fsend_reg\r")
    let first = terminal.output(upTo: "record 3 (3 of 80)") + terminal.output(upTo: "q leave")
    #expect(first.contains("record 3 (3 of 80)"))
    #expect(!first.contains("● "), "\(first)")
    terminal.type("j")
    #expect(terminal.output(upTo: "record 14 (14 of 80)").contains("record 14 (14 of 80)"))
    terminal.type("k")
    #expect(terminal.output(upTo: "record 3 (3 of 80)").contains("record 3 (3 of 80)"))
    terminal.type("f\r")
    _ = terminal.output(upTo: "q leave")
    terminal.type("j")
    #expect(terminal.output(upTo: "record 4 (4 of 80)").contains("record 4 (4 of 80)"))
    terminal.type("fnobody\r")
    #expect(
      terminal.output(upTo: "no 'nobody' in this trace").contains("no 'nobody' in this trace"))
    terminal.type("q")
    _ = terminal.end()
  }

  @Test func `in a narrow window the names are whole`() throws {
    let terminal = try #require(
      try PseudoTerminal(["replay", "--step", trace], columns: 80), "no pseudo-terminals here")
    let screen = terminal.output(upTo: "q leave")
    #expect(screen.contains("request_device_token"), "\(screen)")
    #expect(screen.contains("fetch_in_app_messages"), "\(screen)")
    terminal.type("q")
    _ = terminal.end()
  }

  @Test func `a record shows what it changed and the state after it`() throws {
    let terminal = try start()
    _ = terminal.output(upTo: "q leave")
    terminal.type("g17\r")
    let screen = terminal.output(upTo: "record 17 (17 of 80)") + terminal.output(upTo: "q leave")
    #expect(screen.contains("attribute_set of device"))
    #expect(screen.contains("attributes.city  – → Oslo"))
    #expect(screen.contains("state of device"))
    terminal.type("q")
    _ = terminal.end()
  }

  @Test func `a window that becomes smaller is drawn anew`() throws {
    let terminal = try start()
    _ = terminal.output(upTo: "\u{1B}[J")
    terminal.resize(columns: 60, rows: 10)
    let screen = terminal.output(upTo: "\u{1B}[J")
    #expect(screen.split(separator: "\r\n").count == 10)
    #expect(screen.contains(String(repeating: "─", count: 60)))
    #expect(!screen.contains(String(repeating: "─", count: 61)))
    terminal.type("q")
    _ = terminal.end()
  }

  @Test func `Ctrl-C leaves, and the terminal is as it was`() throws {
    let terminal = try start()
    _ = terminal.output(upTo: "q leave")
    #expect(!terminal.isCooked)
    terminal.type("\u{3}")
    #expect(try #require(terminal.end()) == (0, false))
    #expect(terminal.isCooked)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func `a signal ends the command, and the terminal is as it was`(signal: Int32) throws {
    let terminal = try start()
    _ = terminal.output(upTo: "q leave")
    terminal.send(signal)
    #expect(try #require(terminal.end()) == (128 + signal, false))
    #expect(terminal.isCooked)
  }

  @Test func `without a terminal it is refused`() async throws {
    let run = try await CommandRun(["replay", "--step", trace]).exits(64)
    #expect(run.errors.contains("--step needs a terminal"))
    try await CommandRun(["replay", "--step", trace, trace]).exits(64)
    try await CommandRun(["replay", "--step", trace, "--skip", "17"]).exits(64)
  }

  /// A trace with two registrations that have other content.
  private func drifting() throws -> String {
    var planted = PlantedTrace(lines: try Project.text("/\(trace)"))
    for seq in [20, 40] {
      planted.copy(seq, as: seq, behind: seq, replacing: ("Oslo", "Bergen"))
      planted.removeFirst(seq)
    }
    return try folder.write(planted.text, to: "drifting.trace.jsonl")
  }

  private func start(on trace: String? = nil) throws -> PseudoTerminal {
    let trace = trace ?? self.trace
    return try #require(
      try PseudoTerminal(["replay", "--step", trace]), "no pseudo-terminals here")
  }
}
