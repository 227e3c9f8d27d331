import Diagnostics

/// Fills a buffer with the next bytes of a trace and says how many they are; 0 at the end.
public typealias ByteSource = (UnsafeMutableRawBufferPointer) throws(Diagnostic) -> Int

/// The bytes of an array, piece by piece; at most `step` at a time.
public func byteSource(of bytes: [UInt8], step: Int = .max) -> ByteSource {
  var position = 0
  return { (buffer: UnsafeMutableRawBufferPointer) throws(Diagnostic) -> Int in
    let count = min(buffer.count, bytes.count - position, step)
    buffer.copyBytes(from: bytes[position..<(position + count)])
    position += count
    return count
  }
}
