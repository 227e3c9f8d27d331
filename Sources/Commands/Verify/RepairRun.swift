import Diagnostics
import Reports
import Replay

/// Writes damaged traces anew, each with a file beside it for what could not be kept.
struct RepairRun {
  let traces: [String]
  let target: String
  let format: OutputFormat

  /// A damaged trace, and where the repaired one goes.
  private struct Task {
    var source: String
    var target: String
  }

  func judge(in context: CommandContext) async throws -> Verdict {
    let tasks = tasks
    guard !tasks.isEmpty else { throw Stop(.invalid, "nothing ran: no trace was found") }
    var run = IntegrityRun(total: tasks.count, format: format, context)
    try await inOrder(tasks.count) { [systems = context.systems] index in
      Result { try RepairRun.report(on: tasks[index], systems) }
    } _: {
      run.take(try $0.get())
    }
    return run.finish()
  }

  /// One trace goes to the file that is named, several to the folder.
  private var tasks: [Task] {
    if traces.count == 1, FileTree.isFolder(traces[0]) != true, FileTree.isFolder(target) != true {
      return [Task(source: traces[0], target: target)]
    }
    return traces.flatMap { argument in
      let isFolder = FileTree.isFolder(argument) == true
      return TraceFile.paths([argument]).map { path in
        let name = isFolder ? path.dropFirst(argument.count) : path[...]
        let parts = name.split(separator: "/")
        let kept = isFolder ? parts.joined(separator: "/") : parts.last.map(String.init) ?? path
        return Task(source: path, target: FileTree.join(target, kept))
      }
    }
  }

  private static func report(
    on task: Task, _ systems: [RegisteredSystem]
  ) throws -> IntegrityReport {
    let file = TraceFile(task.source)
    do {
      let system = try file.system(among: systems)
      let draft = try FileDraft(task.target)
      var lost = LostLines(beside: task.target)
      let integrity = try system.repair(file) {
        try draft.write($0)
      } _: {
        try lost.add($0)
      }
      // A trace that needs no repair is written nowhere.
      guard !integrity.isIntact || integrity.lostLines > 0 else {
        return IntegrityReport(file.path, integrity)
      }
      try draft.finish()
      return IntegrityReport(
        file.path, integrity, repaired: task.target, lost: try lost.finish())
    } catch let finding as Diagnostic {
      return IntegrityReport(file.path, refusal: finding)
    }
  }
}

/// The lines that a repair sets aside, in a file of their own that is there only if there are any.
private struct LostLines: ~Copyable {
  private let path: String
  private var draft: FileDraft?
  private var kept: [Diagnostic] = []

  init(beside target: String) { path = "\(target).lost" }

  /// Adds a line behind its number, as 'grep -n' shows lines.
  mutating func add(_ line: LostLine) throws(OutputFailure) {
    if draft == nil { draft = try FileDraft(path) }
    try draft?.write(Array("\(line.number):".utf8) + line.bytes + [0x0A])
    if kept.count < LostLines.few { kept.append(line.finding) }
  }

  private static var few: Int { 20 }

  /// Puts the file in its place.
  consuming func finish() throws(OutputFailure) -> (path: String, findings: [Diagnostic])? {
    guard let draft else { return nil }
    let (path, kept) = (path, kept)
    try draft.finish()
    return (path, kept)
  }
}
