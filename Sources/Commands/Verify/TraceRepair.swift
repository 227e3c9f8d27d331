import Diagnostics
import Live
import Replay
import Reports
import Traces

/// Writes damaged traces anew, each with a file beside it for what could not be kept.
struct TraceRepair {
  let traces: [String]
  let target: String

  /// A damaged trace, and where the repaired one goes.
  struct Task: Hashable {
    var source: String
    var target: String
  }

  /// Lists the repairs, each once; refuses a target that is no file, and two repairs in one place.
  func distinctTasks() throws -> [Task] {
    if FileDraft.isDevice(target) {
      throw Stop(
        .usage,
        "--repair writes a file, and beside it what it cannot keep; '\(target)' is none")
    }
    let tasks = try tasks().eachOnce()
    var sources: [String: String] = [:]
    for task in tasks {
      if let other = sources.updateValue(task.source, forKey: task.target) {
        throw Stop(
          .usage,
          "'\(other)' and '\(task.source)' would both be repaired as '\(task.target)'; repair "
            + "them one by one, or name a folder above both")
      }
    }
    return tasks
  }

  /// The repairs: one trace goes to the named file, one log to a new folder, several to the folder.
  private func tasks() throws -> [Task] {
    if traces.count == 1, let trace = traces.first, !TraceRepair.holdsTraces(trace),
      LogFolder.isLog(trace) || FileTree.isFolder(target) != true
    {
      return [Task(source: trace, target: target)]
    }
    return try traces.flatMap { argument in
      let isFolder = TraceRepair.holdsTraces(argument)
      return try TraceFile.paths([argument]).map { path in
        let name = isFolder ? path.dropFirst(argument.count) : path[...]
        let parts = name.split(separator: "/")
        let kept = isFolder ? parts.joined(separator: "/") : parts.last.map(String.init) ?? path
        return Task(source: path, target: FileTree.join(target, kept))
      }
    }
  }

  private static func holdsTraces(_ path: String) -> Bool {
    FileTree.isFolder(path) == true && !LogFolder.isLog(path)
  }

  static func report(on task: Task, _ systems: [RegisteredSystem]) throws -> IntegrityReport {
    try IntegrityReport.on(TraceFile(task.source), among: systems) { file, system in
      if file.isLog { return try report(onLog: file, system, target: task.target) }
      var lost = LostParts(beside: task.target)
      let draft = try FileDraft(task.target)
      let integrity = try system.repair(file) {
        try draft.write($0)
      } _: {
        try lost.add($0)
      }
      // A trace that needs no repair is written nowhere.
      guard !integrity.ending.isIntact || integrity.lostLines > 0 else {
        return IntegrityReport(file.path, integrity)
      }
      try draft.finish()
      return IntegrityReport(
        file.path, integrity, repaired: task.target, lost: try lost.finish())
    }
  }

  /// Makes a new log of what can be read of a damaged one.
  private static func report(
    onLog file: TraceFile, _ system: RegisteredSystem, target: String
  ) throws -> IntegrityReport {
    try LogFolder.checkIsNew(target)
    var lost = LostParts(beside: target)
    let readable = TraceFile(LogFolder.input(file.path, endLine: .ofWholeEnd))
    let findings = try LogFolder.findings(file.path) { (bytes) throws(OutputFailure) in
      try lost.add(bytes)
    }
    let integrity = try system.repair(readable) { _ in
    } _: {
      try lost.add($0)
    }
    _ = RunFiles.current.takeFindings(of: file.path)
    guard !findings.isEmpty || !integrity.ending.isIntact || integrity.lostLines > 0 else {
      return IntegrityReport(file.path, integrity)
    }
    let whole = TraceFile(repaired(readable.input, as: system.machine))
    _ = try system.makeLog(whole, target)
    var report = IntegrityReport(
      file.path, integrity, repaired: target, lost: try lost.finish())
    report.add(inLog: findings)
    return report
  }
}

/// The parts that a repair sets aside, in a file of its own; without any there is no file.
struct LostParts: ~Copyable {
  private let path: String
  private var draft: FileDraft?
  private var kept: [Diagnostic] = []
  private var places = 0

  init(beside target: String) { path = "\(target).lost" }

  /// Adds a line behind its number, as 'grep -n' shows lines.
  mutating func add(_ line: LostLine) throws(OutputFailure) {
    try write("\(line.number):", line.bytes)
    if kept.count < LostParts.few { kept.append(line.finding) }
  }

  /// Adds bytes of a log behind their segment, offset and number.
  mutating func add(_ bytes: LostBytes) throws(OutputFailure) {
    try write("\(bytes.segment):\(bytes.offset):\(bytes.bytes.count):", bytes.bytes)
    places += 1
  }

  private mutating func write(_ place: String, _ bytes: [UInt8]) throws(OutputFailure) {
    if draft == nil { draft = try FileDraft(path) }
    try draft?.write(Array(place.utf8) + bytes + [0x0A])
  }

  private static var few: Int { 20 }

  /// Puts the file in its place.
  consuming func finish() throws(OutputFailure) -> Repair.Lost? {
    guard let draft else { return nil }
    let lost = Repair.Lost(path: path, places: places, findings: kept)
    try draft.finish()
    return lost
  }
}
