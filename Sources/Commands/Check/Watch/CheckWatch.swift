import Diagnostics
import Files
import Reports
import SpecFormat
import Specs
import YAML

/// Runs specs again whenever a file is saved: what the file affects, failed scenarios first.
struct CheckWatch {
  private let command: CheckCommand
  private let context: CommandContext
  private var specs: WatchedSpecs
  private let folders = FolderWatch()
  private var failed = FailedScenarios()
  /// The scenarios that failed in their last run, by file.
  private var failing: [String: [String]] = [:]
  /// The recordings that were used, by spec.
  private var recordings: [String: [String]] = [:]

  /// The sequence that clears the screen, so that it shows one run alone (ECMA-48, CUP and ED).
  private static let clearing = "\u{1B}[H\u{1B}[2J"

  /// The number of times that an emptied file is checked again before it counts as empty.
  private static let patience = 5
  /// The time between two of these checks, in milliseconds.
  private static let pause: Int32 = 100

  init(_ command: CheckCommand, in context: CommandContext) {
    self.command = command
    self.context = context
    specs = WatchedSpecs(arguments: command.paths)
  }

  /// Goes on until the process is ended, or until no one reads any more.
  mutating func run() async throws -> Verdict {
    // Looked at before the run, so that a save during it is not missed.
    var stamps = stamps()
    var verdict = try await check(command.session(&failed, in: context))
    stamps.add(recordingStamps())
    context.errors.write("watching \(counted(specs.files.count, "spec")); Ctrl-C ends\n")
    while (try? context.output.stream([])) != nil {
      folders.wait()
      var now = self.stamps()
      for _ in 0..<CheckWatch.patience where now.hasEmptied(since: stamps) {
        folders.wait(atMost: CheckWatch.pause)
        now = self.stamps()
      }
      let changed = now.changed(since: stamps)
      stamps = now
      if changed.isEmpty { continue }
      verdict = try await check(after: changed)
      stamps.add(recordingStamps())
    }
    return verdict
  }

  private mutating func stamps() -> FileStamps {
    let all = specs.folders(recordings: recordings.values.flatMap(\.self))
    folders.add(all)
    return FileStamps(of: all, suffixes: [".yaml", ".jsonl", ".csv"])
  }

  /// The recordings that a run has shown to be used stood there before.
  private func recordingStamps() -> FileStamps {
    let used = Set(recordings.values.flatMap(\.self).map { POSIX.folder(of: $0) })
    return FileStamps(of: used.sorted(), suffixes: [".jsonl"])
  }

  private mutating func check(after changed: [String]) async throws -> Verdict {
    let before = specs.paths
    specs.refresh()
    let known = specs.paths
    for path in failing.keys where !known.contains(FileTree.plain(path)) { failing[path] = nil }
    for path in changed where before.contains(path) && !known.contains(path) {
      show("\(path) is gone")
    }
    let affected = specs.affected(by: changed)
    if affected.isEmpty { return .clean }
    if context.output.isTerminal { context.output.write(CheckWatch.clearing) }
    show(changed.joined(separator: ", "))
    let paths = affected.map { file in file.line.map { "\(file.path):\($0)" } ?? file.path }
    let options = try command.runOptions
    let session: CheckSession
    do throws(Stop) {
      session = try CheckSession(
        paths: paths, selection: command.selection, options: options, systems: context.systems)
    } catch {
      error.report(of: command, in: context)
      return error.verdict
    }
    return try await check(session)
  }

  private mutating func check(_ session: CheckSession) async throws -> Verdict {
    let first = session.runs.filter { failed.contains($0.scenario.title) }
    let others = session.runs.filter { !failed.contains($0.scenario.title) }
    let run = try await CheckRun(first + others, of: session, command, in: context)
    failed.record(run.results)
    for spec in session.specs {
      recordings[spec.path] = spec.scenarios.compactMap(\.recordedTrace)
      failing[spec.path] = nil
    }
    for scenario in run.report.scenarios where scenario.outcome.isFailure {
      failing[scenario.file, default: []].append(scenario.id)
    }
    run.show(as: command.output.format, in: context)
    let ran = Set(session.specs.map(\.path))
    let elsewhere = failing.filter { !ran.contains($0.key) }.sorted { $0.key < $1.key }
    if !elsewhere.isEmpty {
      show("still failing: " + elsewhere.flatMap(\.value).joined(separator: ", "))
    }
    return run.report.verdict
  }

  /// A line between reports, beside what programs read.
  private func show(_ text: String) { context.errors.write("» \(visible(text))\n") }
}

/// The specs that a command line means while their files come, change and go.
struct WatchedSpecs {
  /// The paths of the command line.
  private let arguments: [String]
  /// The specs that there were when it was last looked.
  private(set) var files: [SpecPaths.Selected]

  init(arguments: [String]) {
    self.arguments = arguments
    files = SpecPaths(arguments).files
  }

  /// The paths of the specs, as changes name them.
  var paths: Set<String> { Set(files.map { FileTree.plain($0.path) }) }

  /// Looks for specs that came or went.
  mutating func refresh() { files = SpecPaths(arguments).files }

  /// The folders of files that specs use by a name without a path.
  private static let shared = ["fixtures", "rules"]

  /// The folders of specs and of all that specs use: catalogues, fixtures, rules, recordings.
  func folders(recordings: [String]) -> [String] {
    var folders: [String] = []
    func add(_ folder: String) {
      if !folders.contains(folder), FileTree.isFolder(folder) == true { folders.append(folder) }
    }
    for argument in arguments {
      // A file that is away for a moment is looked for where it is to stand.
      let isFolder = FileTree.isFolder(argument) == true
      (isFolder ? FileTree.folders(below: argument) : [POSIX.folder(of: argument)]).forEach(add)
    }
    for path in files.map(\.path) + recordings { add(POSIX.folder(of: path)) }
    for folder in folders.flatMap({ SpecFiles.folders(around: FileTree.join($0, "")) }) {
      add(POSIX.folder(of: "\(folder)fixtures"))
      for kind in WatchedSpecs.shared { add("\(folder)\(kind)") }
    }
    return folders
  }

  /// The specs that a change of these files affects: those that changed themselves, those whose
  /// text names a file that did, and all of them when a catalogue did.
  func affected(by changed: [String]) -> [SpecPaths.Selected] {
    var names: [String] = []
    var isCatalogue = false
    for path in changed {
      let name = String(path.split(separator: "/").last ?? "")
      if name == "requirements.yaml" { isCatalogue = true }
      let isShared = WatchedSpecs.shared.contains { POSIX.folder(of: path).hasSuffix($0) }
      names.append(isShared ? String(name.prefix { $0 != "." }) : name)
    }
    return files.filter { file in
      if isCatalogue || changed.contains(FileTree.plain(file.path)) { return true }
      guard let bytes = try? FileBytes.contents(of: file.path, limit: maximumYAMLSize) else {
        return false
      }
      let text = String(decoding: bytes, as: UTF8.self)
      return names.contains { text.contains($0) }
    }
  }
}
