import CommandTesting
import Foundation
import Testing

@testable import Commands

struct WatchTests {
  private let folder = TemporaryFolder()

  init() throws {
    try folder.write(WatchTests.spec("A", claim: "none"), to: "a.spec.yaml")
    try folder.write(WatchTests.spec("B", claim: "none"), to: "b.spec.yaml")
  }

  @Test func `a saved spec runs again and the others do not`() throws {
    guard let terminal = try watch() else { return }
    try folder.write(WatchTests.spec("A", claim: "[send_registration]"), to: "a.spec.yaml")
    let failure = terminal.output(upTo: "1 failed")
    #expect(failure.contains("FAIL A"))
    #expect(!failure.contains("2 scenarios"))
    try folder.write(WatchTests.spec("B", claim: "none") + "# saved\n", to: "b.spec.yaml")
    #expect(terminal.output(upTo: "still failing: A").contains("1 passed"))
    try folder.write(WatchTests.spec("A", claim: "none"), to: "a.spec.yaml")
    let passed = terminal.output(upTo: "1 passed")
    #expect(passed.contains("» ") && passed.contains("a.spec.yaml"))
  }

  @Test func `an editor that saves by renaming, or in two writes, is followed`() throws {
    guard let terminal = try watch() else { return }
    let failing = WatchTests.spec("A", claim: "[send_registration]")
    let draft = try folder.write(failing, to: "a.spec.yaml~")
    _ = rename(draft, folder.path("a.spec.yaml"))
    #expect(terminal.output(upTo: "1 failed").contains("FAIL A"))
    let file = try FileHandle(forWritingTo: URL(filePath: folder.path("a.spec.yaml")))
    try file.truncate(atOffset: 0)
    let passing = Array(WatchTests.spec("A", claim: "none").utf8)
    try file.write(contentsOf: passing.prefix(60))
    try file.write(contentsOf: passing.dropFirst(60))
    try file.close()
    #expect(terminal.output(upTo: "1 passed").contains("1 passed"))
  }

  @Test func `a file that is emptied first is read when it is written`() throws {
    guard let terminal = try watch() else { return }
    let file = try FileHandle(forWritingTo: URL(filePath: folder.path("a.spec.yaml")))
    try file.truncate(atOffset: 0)
    // Longer than a save in two writes takes, and shorter than the watch waits.
    _ = poll(nil, 0, 60)
    try file.write(contentsOf: Array(WatchTests.spec("A", claim: "[send_registration]").utf8))
    try file.close()
    let output = terminal.output(upTo: "1 failed")
    #expect(output.contains("FAIL A") && !output.contains("could not be read"), "\(output)")
    #expect(output.contains("\u{1B}[2J"))
  }

  @Test func `new and deleted specs are noticed, in new folders too`() throws {
    guard let terminal = try watch() else { return }
    try FileManager.default.createDirectory(
      atPath: folder.path("deep"), withIntermediateDirectories: true)
    try folder.write(WatchTests.spec("C", claim: "[send_registration]"), to: "deep/c.spec.yaml")
    #expect(terminal.output(upTo: "1 failed").contains("FAIL C"))
    try FileManager.default.removeItem(atPath: folder.path("deep/c.spec.yaml"))
    #expect(terminal.output(upTo: "is gone").contains("c.spec.yaml is gone"))
  }

  @Test func `a file that is away for a moment runs when it is back, and no other is called gone`()
    throws
  {
    let path = folder.path("a.spec.yaml")
    guard let terminal = try watch([path]) else { return }
    try FileManager.default.removeItem(atPath: path)
    let gone = terminal.output(upTo: "is gone")
    #expect(gone.contains("a.spec.yaml is gone") && !gone.contains("b.spec.yaml"))
    try folder.write(WatchTests.spec("B", claim: "none") + "# saved\n", to: "b.spec.yaml")
    try folder.write(WatchTests.spec("A", claim: "[send_registration]"), to: "a.spec.yaml")
    let back = terminal.output(upTo: "1 failed")
    #expect(back.contains("FAIL A") && !back.contains("is gone"), "\(back)")
  }

  @Test func `a fixture runs the specs that use it`() throws {
    try folder.write(WatchTests.fixture(name: "Ann"), to: "fixtures/signed_in.yaml")
    try folder.write(
      WatchTests.spec("F", claim: "none").replacingOccurrences(
        of: "registered_device", with: "signed_in"), to: "f.spec.yaml")
    guard let terminal = try watch() else { return }
    try folder.write(WatchTests.fixture(name: "Bob"), to: "fixtures/signed_in.yaml")
    let output = terminal.output(upTo: "passed")
    #expect(output.contains("1 scenario in 1 file: 1 passed"), "\(output)")
  }

  @Test func `a recording runs the specs that use it, and the first save those it affects`() throws
  {
    for name in ["login", "back-off-over-days"] {
      let trace = try Project.text("/Traces/mobilepush/\(name).trace.jsonl")
      try folder.write(trace, to: "traces/\(name).trace.jsonl")
    }
    for (id, name) in [("L", "login"), ("K", "back-off-over-days")] {
      try folder.writeSpec(
        """
          - name: Replays
            id: \(id)
            trace: { file: traces/\(name).trace.jsonl, compare: effects }

        """, to: "\(id).spec.yaml")
    }
    guard let terminal = try watch() else { return }
    try folder.write(WatchTests.spec("A", claim: "none") + "#\n", to: "a.spec.yaml")
    let first = terminal.output(upTo: "passed")
    let lines = first.split(whereSeparator: \.isNewline)
    #expect(lines.contains { $0.hasSuffix("» \(folder.path("a.spec.yaml"))") }, "\(first)")
    #expect(first.contains("1 scenario in 1 file"))
    let cut = try Project.lines(of: "Traces/mobilepush/login.trace.jsonl").dropLast()
    try folder.write(cut, "traces/login")
    #expect(terminal.output(upTo: "in 1 file").contains("login.trace.jsonl"))
  }

  @Test func `a file of examples and a file of rules run the specs that use them`() throws {
    try folder.write("tag\ngold\n", to: "tags.csv")
    try folder.writeSpec(
      """
        - name: <tag> is added
          id: T
          given: { use: [registered_device] }
          examples: { file: tags.csv }
          steps: [{ at: 0s, event: tag_added, with: { tag: <tag> } }]

      """, to: "t.spec.yaml")
    let rules = "rules/quiet.rules.yaml"
    _ = try folder.writeRules("{ id: QUIET, never: tag_removed }", to: rules)
    try folder.write(
      WatchTests.spec("R", claim: "none") + "always: [{ use: quiet }]\n", to: "r.spec.yaml")
    guard let terminal = try watch() else { return }
    try folder.write("tag\ngold\nsilver\n", to: "tags.csv")
    #expect(terminal.output(upTo: "passed").contains("2 scenarios in 1 file: 2 passed"))
    _ = try folder.writeRules("{ id: QUIET, never: tag_added }", to: rules)
    #expect(terminal.output(upTo: "1 failed").contains("FAIL R"))
  }

  @Test(arguments: [
    "--list", "--update", "--ties=both", "--readings=all", "--report=tap=x", "--shuffle",
    "--save-traces=x",
  ])
  func `what makes no sense again and again is wrong usage`(option: String) async throws {
    try await CommandRun("check --watch \(option)").exits(64)
  }

  @Test(arguments: [false, true])
  func `a change of a folder ends the wait, with messages and by looking`(isPolling: Bool) throws {
    let watch = FolderWatch(isPolling: isPolling)
    watch.add([folder.url.path])
    let before = FileStamps(of: [folder.url.path], suffixes: [".yaml"])
    try folder.write(WatchTests.spec("A", claim: "none") + "#\n", to: "a.spec.yaml")
    try folder.write("", to: "new.yaml")
    try FileManager.default.removeItem(atPath: folder.path("b.spec.yaml"))
    watch.wait()
    let changed = FileStamps(of: [folder.url.path], suffixes: [".yaml"]).changed(since: before)
    #expect(changed == ["a.spec.yaml", "b.spec.yaml", "new.yaml"].map { folder.path($0) })
  }

  @Test(arguments: [
    (["Specs/requirements.yaml"], 58), (["Specs/fixtures/no_such.yaml"], 0),
    (["Specs/mobilepush/tags.spec.yaml"], 1), (["README.md"], 0),
  ])
  func `a change affects the specs that use the file`(changed: [String], atLeast: Int) {
    let specs = WatchedSpecs(arguments: [Project.root.appending(path: "Specs").path])
    let paths = changed.map { Project.root.appending(path: $0).path }
    let affected = specs.affected(by: paths)
    #expect(atLeast == 58 ? affected.count >= 58 : affected.count == atLeast)
  }

  @Test func `a folder with a slash behind it has no second path`() {
    let specs = WatchedSpecs(arguments: [Project.root.appending(path: "Specs").path + "/"])
    let folders = specs.folders(recordings: [])
    #expect(folders.contains { $0.hasSuffix("/Specs/fixtures") })
    #expect(!folders.contains { $0.contains("//") }, "\(folders)")
  }

  /// The command over the folder, or over these paths, after its first run.
  private func watch(_ paths: [String]? = nil) throws -> PseudoTerminal? {
    let terminal = try PseudoTerminal("check --watch \(paths ?? [folder.url.path])")
    if let terminal { #expect(terminal.output(upTo: "Ctrl-C ends").contains("passed")) }
    return terminal
  }

  private static func spec(_ id: String, claim: String) -> String {
    """
    format: 1
    sdk: mobilepush
    observe: [send_registration]
    scenarios:
      - name: A tag waits
        id: \(id)
        given: { use: [registered_device] }
        steps: [{ at: 0s, event: tag_added, with: { tag: gold }, expect: \(claim) }]

    """
  }

  private static func fixture(name: String) -> String {
    """
    format: 1
    sdk: mobilepush
    fixture: signed_in
    history:
      - { at: -2h, event: app_launched }
      - { at: -1h, event: contact_key_set, with: { key: \(name) } }

    """
  }
}
