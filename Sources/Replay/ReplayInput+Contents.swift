import Diagnostics
import Traces

extension ReplayInput {
  /// All of its bytes.
  package func contents() throws(Diagnostic) -> [UInt8] {
    let source = try open()
    var bytes: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
    defer { buffer.deallocate() }
    while true {
      let count = try source(buffer)
      if count == 0 { return bytes }
      bytes += buffer.prefix(count)
    }
  }
}
