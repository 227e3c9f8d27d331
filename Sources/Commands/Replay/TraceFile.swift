import Diagnostics
import JSON
import Replay
import Simulation

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
  /// says what is wrong with the header.
  func system() throws -> any System.Type {
    let named = try headerName().flatMap { RegisteredSystems.find($0) }
    guard let system = named ?? RegisteredSystems.all.first else {
      throw Stop(.internalError, "no system is registered")
    }
    return system
  }

  private func headerName() throws(Diagnostic) -> String? {
    let source = try input.open()
    var line: [UInt8] = []
    // A header that does not fit names nothing here; its reader tells what is wrong with it.
    while line.count < 1 << 20, !line.contains(0x0A) {
      let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 14, alignment: 1)
      defer { piece.deallocate() }
      let count = try source(piece)
      if count == 0 { break }
      line += piece[..<count]
    }
    return line.withUnsafeBufferPointer { TraceFile.name(in: $0) }
  }

  private static func name(in bytes: UnsafeBufferPointer<UInt8>) -> String? {
    var scanner = JSONScanner(bytes)
    scanner.skipSpace()
    guard scanner.take(UInt8(ascii: "{")) else { return nil }
    do throws(JSONError) {
      repeat {
        let name = try scanner.memberName()
        if scanner.text(name) == "sdk" { return scanner.text(try scanner.string()) }
        try scanner.skipValue()
      } while try scanner.another(before: UInt8(ascii: "}"))
    } catch {
      return nil
    }
    return nil
  }
}
