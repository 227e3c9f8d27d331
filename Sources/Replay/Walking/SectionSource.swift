import Diagnostics
import Traces

extension ReplayInput {
  /// The header line followed by the bytes from `offset` on, so that a reader starts there.
  func section(header: Int, from offset: Int) throws(Diagnostic) -> ByteSource {
    let source = try open()
    let rest = try bytes?.open(max(header, offset))
    var position = 0
    return { (buffer: UnsafeMutableRawBufferPointer) throws(Diagnostic) -> Int in
      if position < header {
        let count = try source(
          UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(header - position)))
        position += count
        return count
      }
      if let rest { return try rest(buffer) }
      while position < offset {
        // What lies between is read into the same place and overwritten.
        let count = try source(
          UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(offset - position)))
        if count == 0 { return 0 }
        position += count
      }
      return try source(buffer)
    }
  }
}
