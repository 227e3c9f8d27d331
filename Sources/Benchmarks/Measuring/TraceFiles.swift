import Diagnostics
import Foundation
import Replay
import Traces

/// A trace on disk, read in pieces as the command reads it.
func input(_ path: String) -> ReplayInput {
  ReplayInput(file: path) { () throws(Diagnostic) in
    let file = OpenFile(path)
    return { (buffer: UnsafeMutableRawBufferPointer) throws(Diagnostic) -> Int in
      max(0, read(file.descriptor, buffer.baseAddress, buffer.count))
    }
  }
}

/// A file that is closed with its last reader.
private final class OpenFile {
  let descriptor: Int32
  init(_ path: String) { descriptor = open(path, O_RDONLY) }
  deinit { close(descriptor) }
}
