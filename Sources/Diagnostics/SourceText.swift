/// The bytes of a file, from which the lines of an excerpt are cut when they are needed.
///
/// Nothing is split beforehand: a file without findings costs nothing.
public struct SourceText: Sendable {
  /// The path under which places name this file.
  public let file: String
  /// The content; bytes that are no UTF-8 are shown as U+FFFD.
  public let bytes: [UInt8]

  /// Where lines begin, once somebody asked for the table.
  private var lineStarts: [Int]?

  /// Keeps the bytes of a file.
  public init(file: String, bytes: [UInt8]) {
    self.file = file
    self.bytes = bytes
  }

  /// Line `number`, from 1, without its line end and without a byte order mark; `nil` when the
  /// file has fewer lines. A line ends at LF or CRLF.
  public func line(_ number: Int) -> String? {
    guard let start = start(ofLine: number) else { return nil }
    var end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
    if end > start, bytes[end - 1] == 0x0D { end -= 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// The same text with a table of its lines, for whoever asks for many.
  public func indexed() -> SourceText {
    var copy = self
    var starts = [contentStart]
    bytes.withUnsafeBufferPointer { buffer in
      for offset in buffer.indices where buffer[offset] == 0x0A { starts.append(offset + 1) }
    }
    copy.lineStarts = starts
    return copy
  }

  private var contentStart: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  private func start(ofLine number: Int) -> Int? {
    guard number >= 1 else { return nil }
    if let lineStarts { return number <= lineStarts.count ? lineStarts[number - 1] : nil }
    var start = contentStart
    for _ in 1..<number {
      guard let end = bytes[start...].firstIndex(of: 0x0A) else { return nil }
      start = end + 1
    }
    return start
  }

  /// The place of the byte at `offset`, clamped to the file.
  public func place(ofByte offset: Int) -> Place {
    var line = 1
    var column = 1
    var index = contentStart
    let end = min(offset, bytes.count)
    while index < end {
      if bytes[index] == 0x0A {
        line += 1
        column = 1
      } else if bytes[index] & 0xC0 != 0x80 {
        column += 1
      }
      index += 1
    }
    return Place(file: file, line: line, column: column)
  }
}
