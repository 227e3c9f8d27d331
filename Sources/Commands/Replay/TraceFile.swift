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
    input = path == "-" ? TraceFile.standardInput() : TraceFile.file(path)
  }

  private static func file(_ path: String) -> ReplayInput {
    ReplayInput(file: path) { () throws(Diagnostic) in
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

  /// A pipe can be read only once, and a trace is read from its start several times.
  private static func standardInput() -> ReplayInput {
    let bytes = FileBytes.contents(of: "-")
    return ReplayInput(file: "-") { () throws(Diagnostic) in
      do throws(POSIX.Failure) {
        return byteSource(of: try bytes.get())
      } catch {
        throw .unreadable("-", error)
      }
    }
  }

  /// The traces that a command line means: files as they are, and those below folders.
  static func all(_ arguments: [String]) -> [TraceFile] {
    arguments.flatMap { argument in
      guard FileTree.isFolder(argument) == true else { return [argument] }
      // A folder that cannot be read is kept, so that its reading fails with a finding.
      let (found, unreadable) = FileTree.files(below: argument, suffix: ".trace.jsonl")
      return found + unreadable
    }.map { TraceFile($0) }
  }

  /// The system that the header names.
  func system(among systems: [RegisteredSystem]) throws(Diagnostic) -> RegisteredSystem {
    let name = try traceSystem(file: path, source: input.open())
    if let system = systems.named(name) { return system }
    let known = systems.names
    throw Diagnostic(
      .otherSystem, "the trace is about '\(name)', which is no system here",
      at: Place(file: path, line: 1, column: 1), labels: [],
      notes: [didYouMean(name, among: known), "known: \(known.joined(separator: ", "))"]
        .compactMap { $0 })
  }
}
