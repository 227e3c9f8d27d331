import Diagnostics
import Live
import LogFiles
import Replay
import Traces

/// The folder of a durable log, which verbs read as they read a trace.
enum LogFolder {
  /// Whether a path leads to one.
  static func isLog(_ path: String) -> Bool {
    FileTree.isFolder(path) == true && FolderStore.holdsLog(POSIX.place(path))
  }

  /// The log as a trace.
  static func input(_ path: String) -> ReplayInput {
    ReplayInput(file: path) { () throws(Diagnostic) in
      let trace: LogTrace<FolderStore>
      do throws(LogError) {
        trace = LogTrace(try LogReader(FolderStore(reading: POSIX.place(path))))
      } catch {
        throw error.diagnostic(path)
      }
      return { (buffer: UnsafeMutableRawBufferPointer) throws(Diagnostic) -> Int in
        do throws(LogError) {
          return try trace.read(into: buffer)
        } catch {
          throw error.diagnostic(path)
        }
      }
    }
  }

  /// Where the log is not as it was written.
  static func findings(_ path: String) -> [Diagnostic] {
    do throws(LogError) {
      var reader = try LogReader(FolderStore(reading: POSIX.place(path)))
      var findings: [Diagnostic] = []
      while let item = try reader.next() {
        switch item {
        case .record: break
        case .gap(let gap): findings.append(gap.diagnostic(path))
        }
      }
      return findings + [reader.tail?.diagnostic(path)].compactMap { $0 }
    } catch {
      return [error.diagnostic(path)]
    }
  }
}
