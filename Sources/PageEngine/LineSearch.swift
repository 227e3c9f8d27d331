import Diagnostics
import Traces

/// Searches the raw lines of a trace's records for a text, ignoring case.
struct LineSearch {
  /// The rows that contain it, in ascending order.
  private(set) var found: [Int] = []
  private let text: [UInt8]
  private let offsets: [Int]

  /// Prepares a search for a lower-case text in the lines that begin at these offsets.
  init(text: [UInt8], offsets: [Int]) {
    self.text = text
    self.offsets = offsets
  }

  mutating func run(_ source: ByteSource) throws(Diagnostic) {
    guard !text.isEmpty, !offsets.isEmpty else { return }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
    defer { buffer.deallocate() }
    var window: [UInt8] = []
    var offset = 0
    var row = -1
    while true {
      let count = try source(buffer)
      if count == 0 { return }
      for byte in buffer.prefix(count) {
        if row + 1 < offsets.count, offset == offsets[row + 1] {
          row += 1
          window.removeAll(keepingCapacity: true)
        }
        offset += 1
        if row < 0 || found.last == row { continue }
        take(lowercased(byte), in: row, &window)
      }
    }
  }

  /// Compares the end of the line so far, whose last bytes are in `window`.
  private mutating func take(_ byte: UInt8, in row: Int, _ window: inout [UInt8]) {
    window.append(byte)
    if byte == text[text.count - 1], window.count >= text.count,
      window.suffix(text.count).elementsEqual(text)
    {
      found.append(row)
    }
  }
}

/// A byte of UTF-8, with ASCII letters in lower case.
func lowercased(_ byte: UInt8) -> UInt8 {
  (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}
