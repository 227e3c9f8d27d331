import Diagnostics
import Replay
import Simulation
import Traces

/// A trace on disk, of whatever system its header names.
struct TraceFile {
  let path: String
  let input: ReplayInput

  init(_ path: String) {
    self.path = path
    input = ReplayInput(file: path) { () throws(Diagnostic) in
      let file: OpenFile
      do throws(POSIX.Failure) {
        file = try OpenFile(path)
      } catch {
        throw .unreadable(path, error)
      }
      return { (buffer: UnsafeMutableRawBufferPointer) throws(Diagnostic) -> Int in
        do throws(POSIX.Failure) {
          return try file.read(into: buffer)
        } catch {
          throw .unreadable(path, error)
        }
      }
    }
  }

  /// The traces that a command line means: files as they are, and those below folders.
  static func all(_ arguments: [String]) -> [TraceFile] {
    arguments.flatMap { argument in
      FileTree.isFolder(argument) == true
        ? FileTree.files(below: argument, suffix: ".trace.jsonl") : [argument]
    }.map { TraceFile($0) }
  }

  /// The system that the header names; any, where it names none that is known, whose reader then
  /// says so.
  func system() throws -> any System.Type {
    let name = try traceSystem(file: path, source: input.open())
    guard let system = RegisteredSystems.find(name) ?? RegisteredSystems.all.first else {
      throw Stop(.internalError, "no system is registered")
    }
    return system
  }
}
