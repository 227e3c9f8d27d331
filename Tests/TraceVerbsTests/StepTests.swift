import CommandTesting
import Foundation
import Testing

/// `pushtrace replay --step` in a real pseudo-terminal.
@Suite(.serialized) struct StepTests {
  private let trace = "Traces/mobilepush/back-off-over-days.trace.jsonl"
  private let folder = TemporaryFolder()

  @Test func `keys go forward, back, to a number and to a name`() throws {
    let terminal = try start()
    expect("record 2 (2 of 80)", from: terminal, after: "j")
    expect("record 3 (3 of 80)", from: terminal, after: "\u{1B}[B")
    expect("record 2 (2 of 80)", from: terminal, after: "k")
    let there = screen(of: terminal, after: "g40\r", with: "record 40 (40 of 80)")
    #expect(there.contains("record 40 (40 of 80)"))
    #expect(there.contains("send_registration of device  ← 39"))
    expect("record 43 (43 of 80)", from: terminal, after: "/timer_fired\r")
    expect("record 39 (39 of 80)", from: terminal, after: "N")
    terminal.type("q")
    let end = try #require(terminal.end())
    #expect(end == (0, false))
    #expect(terminal.isCooked)
  }

  @Test func `two keys in one read are both obeyed, and a lone escape ends a question`() throws {
    let terminal = try start()
    expect("record 3 (3 of 80)", from: terminal, after: "j\u{1B}[C")
    expect("record number: 7", from: terminal, after: "g7")
    terminal.type("\u{1B}")
    #expect(terminal.output(upTo: "q leave").contains("record 3 (3 of 80)"))
    terminal.type("q")
    #expect(try #require(terminal.end()) == (0, false))
  }

  @Test func `the record that led to one is a key away, and where nothing drifts that is said`()
    throws
  {
    let terminal = try start()
    expect("record 39 (39 of 80)", from: terminal, after: "g40\rc")
    expect("the recording is what the machine gives", from: terminal, after: "x")
  }

  @Test func `the next drift and the one before are a key away`() throws {
    let terminal = try start(on: try drifting())
    expect("record 20 (", from: terminal, after: "x")
    expect("record 40 (", from: terminal, after: "x")
    expect("no drift after this record", from: terminal, after: "x")
    expect("record 20 (", from: terminal, after: "X")
    expect("no drift before this record", from: terminal, after: "X")
  }

  @Test func `what the machine orders stands beside what was recorded`() throws {
    let terminal = try start(on: try drifting())
    let other = screen(of: terminal, after: "g19\r", with: "record 19 (")
    #expect(other.contains("recorded (-) and ordered by the machine (+)"), "\(other)")
    #expect(other.contains("± send_registration (changed)"), "\(other)")
    #expect(other.contains("- body.attributes[0].value: Bergen"), "\(other)")
    let same = screen(of: terminal, after: "g17\r", with: "record 17 (")
    #expect(same.contains("  set_timer (registration)"), "\(same)")
  }

  @Test func `why and why-not are asked at the record that is looked at`() throws {
    let terminal = try start()
    let why = screen(of: terminal, after: "g15\rw", with: "why record 15")
    #expect(why.contains("from outside"), "\(why)")
    let held = screen(of: terminal, after: "jg17\rW", with: "why not")
    #expect(held.contains("send_registration"), "\(held)")
    #expect(held.contains("window"), "\(held)")
    expect("state of device", from: terminal, after: "W")
  }

  @Test func `a filter leaves the records of a name, and the keys go along them`() throws {
    let terminal = try start()
    let first = screen(of: terminal, after: "fsend_reg\r", with: "record 3 (3 of 80)")
    #expect(first.contains("record 3 (3 of 80)"))
    #expect(!first.contains("● "), "\(first)")
    expect("record 14 (14 of 80)", from: terminal, after: "j")
    expect("record 3 (3 of 80)", from: terminal, after: "k")
    terminal.type("f\r")
    _ = terminal.output(upTo: "q leave")
    expect("record 4 (4 of 80)", from: terminal, after: "j")
    expect("no 'nobody' in this trace", from: terminal, after: "fnobody\r")
  }

  @Test func `in a narrow window the names are whole`() throws {
    let terminal = try #require(
      try PseudoTerminal("replay --step \(trace)", columns: 80), "no pseudo-terminals here")
    let screen = terminal.output(upTo: "q leave")
    #expect(screen.contains("request_device_token"), "\(screen)")
    #expect(screen.contains("fetch_in_app_messages"), "\(screen)")
  }

  @Test func `a record shows what it changed and the state after it`() throws {
    let terminal = try start()
    let screen = screen(of: terminal, after: "g17\r", with: "record 17 (17 of 80)")
    #expect(screen.contains("attribute_set of device"))
    #expect(screen.contains("attributes.city  – → Oslo"))
    #expect(screen.contains("state of device"))
  }

  @Test func `a window that becomes smaller is drawn anew`() throws {
    let terminal = try start()
    _ = terminal.output(upTo: "\u{1B}[J")
    terminal.resize(columns: 60, rows: 10)
    let screen = terminal.output(upTo: "\u{1B}[J")
    #expect(screen.split(separator: "\r\n").count == 10)
    #expect(screen.contains(String(repeating: "─", count: 60)))
    #expect(!screen.contains(String(repeating: "─", count: 61)))
  }

  @Test func `Ctrl-C leaves, and the terminal is as it was`() throws {
    let terminal = try start()
    #expect(!terminal.isCooked)
    terminal.type("\u{3}")
    #expect(try #require(terminal.end()) == (0, false))
    #expect(terminal.isCooked)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func `a signal ends the command, and the terminal is as it was`(signal: Int32) throws {
    let terminal = try start()
    terminal.send(signal)
    #expect(try #require(terminal.end()) == (128 + signal, false))
    #expect(terminal.isCooked)
  }

  @Test func `without a terminal it is refused`() async throws {
    try await CommandRun("replay --step \(trace)").exits(64).printsError("--step needs a terminal")
    try await CommandRun("replay --step \(trace) \(trace)").exits(64)
    try await CommandRun("replay --step \(trace) --skip 17").exits(64)
  }

  /// A trace with two registrations that have other content.
  private func drifting() throws -> String {
    var lines = try Project.lines(of: trace)
    for seq in [20, 40] { lines.editRecord(seq, replacing: "Oslo", with: "Bergen") }
    return try folder.write(lines, "drifting")
  }

  /// Starts the stepper and waits until it shows the first record.
  private func start(on trace: String? = nil) throws -> PseudoTerminal {
    let terminal = try #require(
      try PseudoTerminal("replay --step \(trace ?? self.trace)"), "no pseudo-terminals here")
    #expect(terminal.output(upTo: "q leave").contains("record 1 (1 of "))
    return terminal
  }

  /// Types keys, and expects a text on the screen.
  private func expect(
    _ text: String, from terminal: PseudoTerminal, after keys: String,
    at location: SourceLocation = #_sourceLocation
  ) {
    terminal.type(keys)
    let output = terminal.output(upTo: text)
    #expect(output.contains(text), "\(output)", sourceLocation: location)
  }

  /// The screen after keys, from a text in it to its end.
  private func screen(
    of terminal: PseudoTerminal, after keys: String, with text: String
  ) -> String {
    terminal.type(keys)
    return terminal.output(upTo: text) + terminal.output(upTo: "q leave")
  }
}
