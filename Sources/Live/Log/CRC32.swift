/// A checksum of 32 bits, computed eight bytes at a time with tables.
package struct CRC32 {
  private let tables: [UInt32]
  private var sum: UInt32 = 0xFFFF_FFFF

  /// CRC-32C (Castagnoli), of a log's frames.
  package static let ofFrames = CRC32(polynomial: 0x82F6_3B78)
  /// The checksum of gzip.
  package static let ofGzip = CRC32(polynomial: 0xEDB8_8320)

  /// The checksum of everything added so far.
  package var value: UInt32 { ~sum }

  /// Adds bytes after those added before.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    tables.withUnsafeBufferPointer { tables in
      var sum = sum
      var index = 0
      let blocks = bytes.count & ~7
      while index < blocks {
        let block = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
        sum = CRC32.step(block ^ UInt64(sum), tables)
        index += 8
      }
      while index < bytes.count {
        sum = tables[Int((sum ^ UInt32(bytes[index])) & 0xFF)] ^ (sum >> 8)
        index += 1
      }
      self.sum = sum
    }
  }

  /// Adds a number, lowest byte first.
  mutating func add<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.littleEndian) { add($0) }
  }

  @inline(__always)
  private static func step(_ block: UInt64, _ tables: UnsafeBufferPointer<UInt32>) -> UInt32 {
    // The lowest byte is followed by seven others, which is the last table.
    var sum: UInt32 = 0
    for place in 0..<8 {
      let byte = Int(truncatingIfNeeded: block >> UInt64(8 * place)) & 0xFF
      sum ^= tables[(7 - place) << 8 | byte]
    }
    return sum
  }

  /// Makes eight tables of 256 sums; table N is for a byte that N others follow.
  private init(polynomial: UInt32) {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var sum = UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ polynomial }
      tables[byte] = sum
    }
    for place in 256..<tables.count {
      let before = tables[place - 256]
      tables[place] = tables[Int(before & 0xFF)] ^ (before >> 8)
    }
    self.tables = tables
  }
}
