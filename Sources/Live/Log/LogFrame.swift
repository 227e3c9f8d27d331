/// One line of a log in its segment: its length, what was durable when it was written, a checksum,
/// and the line with its line end.
///
///     length  u32   of the line
///     durable u32   bytes of the segment that were durable before this frame was written
///     sum     u32   CRC-32C of the segment's number (u64), length, durable and the line
///     line
///
/// Numbers are little-endian. Lines are JSON and end with a line end, which gives a search for the
/// next intact frame something to look for.
enum LogFrame {
  static let headerSize = 12

  /// The longest line that a log accepts, which is the longest that a reader of traces accepts.
  static let longestLine = 16 << 20 - 1

  static func append(
    _ line: UnsafeRawBufferPointer, durable: Int, segment: Int64, to bytes: inout [UInt8]
  ) {
    let length = UInt32(line.count)
    let durable = UInt32(durable)
    append(length, to: &bytes)
    append(durable, to: &bytes)
    append(sum(length, durable, line, segment), to: &bytes)
    bytes.append(contentsOf: line)
  }

  /// A frame that was read: where its line is, and how much was durable before it.
  struct Found {
    var line: Range<Int>
    var durable: Int
  }

  /// The intact frame that begins at `offset`; `nil` where none does.
  static func read(
    _ bytes: UnsafeRawBufferPointer, at offset: Int, before end: Int, segment: Int64
  ) -> Found? {
    guard end - offset > headerSize else { return nil }
    let length = number(bytes, at: offset)
    let start = offset + headerSize
    guard length > 0, length <= longestLine, Int(length) <= end - start else { return nil }
    let line = start..<(start + Int(length))
    let durable = number(bytes, at: offset + 4)
    let wanted = sum(length, durable, UnsafeRawBufferPointer(rebasing: bytes[line]), segment)
    guard number(bytes, at: offset + 8) == wanted else { return nil }
    return Found(line: line, durable: Int(durable))
  }

  /// Finds the next intact frame after `offset`; `nil` where there is none.
  static func next(
    _ bytes: UnsafeRawBufferPointer, after offset: Int, before end: Int, segment: Int64
  ) -> Int? {
    var start = offset + 1
    while end - start > headerSize {
      // Checksums are slow, so look for the beginning of an object first.
      if bytes[start + headerSize] == UInt8(ascii: "{"),
        read(bytes, at: start, before: end, segment: segment) != nil
      {
        return start
      }
      start += 1
    }
    return nil
  }

  private static func sum(
    _ length: UInt32, _ durable: UInt32, _ line: UnsafeRawBufferPointer, _ segment: Int64
  ) -> UInt32 {
    var sum = CRC32.ofFrames
    sum.add(segment)
    sum.add(UInt64(length) | UInt64(durable) << 32)
    sum.add(line)
    return sum.value
  }

  private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private static func number(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt32 {
    bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self).littleEndian
  }
}

/// A checksum of 32 bits, computed eight bytes at a time with tables.
package struct CRC32 {
  private let tables: [UInt32]
  private var sum: UInt32 = 0xFFFF_FFFF

  /// The checksum of a log's frames: CRC-32C (Castagnoli).
  package static let ofFrames = CRC32(polynomial: 0x82F6_3B78)
  /// The checksum of gzip.
  package static let ofGzip = CRC32(polynomial: 0xEDB8_8320)

  package var value: UInt32 { ~sum }

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
