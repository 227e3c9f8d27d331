import ArgumentParser
import Diagnostics
import EventSourcing
import Reports
import Specs

/// Shows bugs that public SDKs really had, and runs verbs on the SDK with one of them.
struct GalleryCommand: VerbCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "gallery", abstract: "Real bugs of public SDKs, to be found again.",
      discussion: """
        pushtrace gallery
        pushtrace gallery endless-refreshing
        pushtrace gallery endless-refreshing -- check Specs/gallery/endless-refreshing.spec.yaml
        pushtrace gallery endless-refreshing -- simulate --seed 1 --discard

        Each bug is the SDK with one rule broken as it was. Its trace in Traces/Gallery is that of \
        an app with the bug, its spec in Specs/gallery tells faulty from right. A verb behind '--' \
        runs on the SDK with the bug: \(listed(Self.verbs)). --record and --find read these files \
        in the folder of the project.
        """)
  }

  /// The verbs that run an SDK, and not what was recorded of one.
  static let verbs = ["check", "simulate", "explore"]

  @Argument(
    help: "The bug to describe; without it, all are listed.", completion: .values(.bugs))
  var name: String?

  @Flag(help: "Run the life of the bug, or of each, and write its trace in Traces/Gallery.")
  var record = false

  @Flag(help: "Say which verbs find the bug, or each, and after how much work.")
  var find = false

  @Option(help: "With --find: the random runs that simulate makes at most.")
  var runs: Int64 = 400

  @Option(help: "With --find: the states that explore finds at most.")
  var states = 8_000

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp(
      "A verb with its options, which runs on the SDK with the bug.", valueName: "verb"))
  var words: [String] = []

  @OptionGroup var output: OutputOptions

  static let reports: [any VerbReport.Type] = [
    GalleryReport.self, RecordedLives.self, FoundBugs.self,
  ]

  func validate() throws {
    if record, find { throw ValidationError("--record and --find are two things") }
    if runs < 1 || states < 1 { throw ValidationError("--runs and --states take a number from 1") }
    guard let verb = words.first else { return }
    if name == nil { throw ValidationError("a verb behind '--' needs the name of a bug") }
    if record || find || output.format == .json {
      throw ValidationError("a verb behind '--' takes its own options")
    }
    if !Self.verbs.contains(verb) {
      let near = didYouMean(verb, among: Self.verbs, after: "; ")
      throw ValidationError(
        "of the verbs \(listed(Self.verbs)) run on a bug, not '\(verb)'\(near)")
    }
  }

  func judge(in context: CommandContext) async throws -> Verdict {
    let chosen = try name.map { [try context.systems.bug($0)] }
    if let bug = chosen?.first, !words.isEmpty { return try await run(words, on: bug, in: context) }
    let bugs = chosen ?? context.systems.bugs
    if find || record { try checkFiles(bugs.map { record ? $0.life : $0.trace }) }
    if find { return write(try await found(bugs, in: context), in: context) }
    if record {
      return write(RecordedLives(traces: try bugs.map { try $0.recordLife() }), in: context)
    }
    return write(GalleryReport(bugs: bugs, isList: chosen == nil), in: context)
  }

  /// Refuses to look for the files of bugs anywhere but in the folder of the project.
  private func checkFiles(_ paths: [String]) throws {
    guard let missing = paths.first(where: { FileTree.isFolder($0) == nil }) else { return }
    throw Stop([
      Diagnostic(
        .noFile, "there is no '\(missing)' in this folder",
        notes: ["help: --record and --find need the folder of the project to run in"])
    ])
  }

  /// Runs a verb with the faulty system in the place of the right one.
  private func run(
    _ words: [String], on bug: GalleryBug, in context: CommandContext
  ) async throws -> Verdict {
    guard let verb = try RootCommand.parseAsRoot(words) as? any VerbCommand else {
      throw ValidationError("'\(words.joined(separator: " "))' is no call of a verb")
    }
    let systems = context.systems.map { $0.name == bug.sdk ? bug.system : $0 }
    // What the verb says to run next has to run on the bug as well.
    var environment = ExecutionEnvironment.current
    environment.name += " gallery \(bug.name) --"
    return await ExecutionEnvironment.$current.withValue(environment) {
      await Pushtrace.judgement(
        of: verb, in: CommandContext(systems: systems, engine: context.engine))
    }
  }

  private func found(_ bugs: [GalleryBug], in context: CommandContext) async throws -> FoundBugs {
    let status = StatusLine(context.errors)
    defer { status.clear() }
    var found: [FoundBug] = []
    for bug in bugs where !Interruption.isRequested {
      status.show(bug.name)
      found.append(try await bug.found(runs: runs, states: states, in: context))
    }
    return FoundBugs(bugs: found)
  }
}

/// The traces that were written of the lives of bugs.
struct RecordedLives: PrintedReport {
  let traces: [(path: String, records: Int)]

  static let reported = ReportMembers<RecordedLives> { it in
    it.list("traces", \.traces, "The traces that were written.") { trace in
      trace("file", \.path)
      trace("records", \.records)
    }
  }

  func text(_ style: TextStyle) -> String {
    traces.map { "\($0.path): \(counted($0.records, "record"))\n" }.joined()
  }
}

extension GalleryBug {
  /// Runs the life on the faulty system and writes what it records.
  func recordLife() throws -> (path: String, records: Int) {
    let session = try CheckSession(paths: [life], systems: [system])
    if session.hasErrors { throw Stop(session.findings) }
    guard let run = session.runs.first else {
      throw Stop(.invalid, "'\(life)' has no scenario: it is the life of \(name)")
    }
    let bytes = run.trace(session.options)
    try FileDraft.write(bytes, to: trace)
    // The header and the end are lines beside the records.
    return (trace, bytes.count { $0 == UInt8(ascii: "\n") } - 2)
  }
}
