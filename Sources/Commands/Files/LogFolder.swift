import Diagnostics
import EventSourcing
import Live
import Files
import Replay
import Reports
import Traces

/// The folder of a durable log, which verbs read as they read a trace.
enum LogFolder {
  static func isLog(_ path: String) -> Bool {
    FileTree.isFolder(path) == true && FolderStore.holdsLog(path)
  }

  /// The log as a trace, which has an end line where `endLine` says so.
  static func input(_ path: String, endLine: LogEndLine = .ofIntactLog) -> ReplayInput {
    ReplayInput(file: path) { () throws(Diagnostic) in
      do throws(LogError) {
        let reader = try LogReader(FolderStore(reading: path))
        return LogTrace(reader, endLine: endLine).source(named: path)
      } catch {
        throw error.diagnostic(path)
      }
    }
  }

  /// Finds the places at which the log is not as it was written; `lost` takes what is no part of it
  /// as a trace.
  ///
  /// Of a log that cannot be read there is nothing to say here: whoever reads it says it.
  static func findings<Failure: Error>(
    _ path: String, lost: (LostBytes) throws(Failure) -> Void
  ) throws(Failure) -> [Diagnostic] {
    guard var reader = try? LogReader(FolderStore(reading: path)) else { return [] }
    reader.keepsLost = true
    var findings: [Diagnostic] = []
    while let item = try? reader.next() {
      if case .gap(let gap) = item { findings.append(gap.diagnostic(path)) }
      for bytes in reader.takeLost() { try lost(bytes) }
    }
    for bytes in reader.takeLost() { try lost(bytes) }
    return findings + [reader.tail?.diagnostic(path)].compactMap { $0 }
  }

  /// Refuses a folder that is there, and one inside of a log that the run reads.
  static func checkIsNew(_ folder: String) throws {
    try RunFiles.current.checkIsNoInput(folder)
    guard FileTree.isFolder(folder) == nil else {
      throw Stop(.invalid, "'\(folder)' is there already: a log begins in a folder of its own")
    }
  }

  /// Makes a log of a trace in a new folder, and says how many records it has and how the trace
  /// ends.
  static func make(
    from file: TraceFile, _ defaults: TraceDefaults<some Reducer>, in folder: String
  ) throws -> (records: Int64, ending: TraceEnding) {
    try checkIsNew(folder)
    do {
      return try DurableLog.begin(
        with: file.input.open, of: file.path, defaults, identity: drawLogIdentity(),
        in: FolderStore(writing: folder))
    } catch let error as LogStoreError {
      throw Stop(.outputLost, "the log '\(folder)' cannot be written: \(error.message)")
    }
  }
}
