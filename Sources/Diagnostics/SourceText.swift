/// The bytes of a file, from which the lines of an excerpt are cut when they are needed.
///
/// Nothing is split beforehand: a file without findings costs nothing.
public struct SourceText: Sendable {
  /// The path under which places name this file.
  public let file: String
  /// The content; bytes that are no UTF-8 are shown as U+FFFD.
  public let bytes: [UInt8]

  /// The index of lines and columns, once it was asked for.
  private var index: Index?

  /// A table that finds lines and columns without reading the file from its start.
  private struct Index {
    /// The offsets at which lines begin.
    var lineStarts: [Int] = []
    /// The number of scalars that begin before each block of bytes.
    var scalarCounts: [Int] = []

    static let block = 1024
  }

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

  /// The part of a line that reaches `reach` scalars to both sides of a column, from 1; short lines
  /// are whole. `skipped` scalars of the line come before it, and it may go on behind it.
  func part(
    ofLine number: Int, around column: Int, reach: Int
  ) -> (text: String, skipped: Int, goesOn: Bool)? {
    guard let index, number >= 1, number <= index.lineStarts.count else { return nil }
    let start = index.lineStarts[number - 1]
    var end = number < index.lineStarts.count ? index.lineStarts[number] - 1 : bytes.count
    if end > start, bytes[end - 1] == 0x0D { end -= 1 }
    guard end - start > 8 * reach else { return line(number).map { ($0, 0, false) } }
    let before = scalars(before: start, index)
    let skipped = max(0, min(column - 1, scalars(before: end, index) - before) - reach)
    let first = offset(ofScalar: before + skipped, index)
    let last = min(end, offset(ofScalar: before + skipped + 2 * reach, index))
    return (String(decoding: bytes[first..<last], as: UTF8.self), skipped, last < end)
  }

  private func scalars(before offset: Int, _ index: Index) -> Int {
    guard !index.scalarCounts.isEmpty else { return 0 }
    let block = min(offset / Index.block, index.scalarCounts.count - 1)
    let rest = bytes[block * Index.block..<offset]
    return index.scalarCounts[block] + rest.count { $0 & 0xC0 != 0x80 }
  }

  /// Finds the offset of a scalar, counted from 0; the end of the file for those behind it.
  private func offset(ofScalar number: Int, _ index: Index) -> Int {
    var (low, high) = (0, index.scalarCounts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if index.scalarCounts[middle] <= number { low = middle } else { high = middle }
    }
    guard low < index.scalarCounts.count else { return bytes.count }
    var count = index.scalarCounts[low]
    for offset in low * Index.block..<bytes.count where bytes[offset] & 0xC0 != 0x80 {
      if count == number { return offset }
      count += 1
    }
    return bytes.count
  }

  /// The same text with a table of its lines, for callers that read many of them.
  public func indexed() -> SourceText {
    if index != nil { return self }
    var table = Index()
    table.lineStarts.append(contentStart)
    var count = 0
    bytes.withUnsafeBufferPointer { buffer in
      for start in stride(from: 0, to: buffer.count, by: Index.block) {
        let block = start..<min(start + Index.block, buffer.count)
        table.scalarCounts.append(count)
        // Loops of one purpose each: the first one is computed for many bytes at once.
        for offset in block { count &+= buffer[offset] & 0xC0 != 0x80 ? 1 : 0 }
        for offset in block where buffer[offset] == 0x0A { table.lineStarts.append(offset + 1) }
      }
    }
    var copy = self
    copy.index = table
    return copy
  }

  /// The offset of the first byte behind a byte order mark.
  package var contentStart: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  private func start(ofLine number: Int) -> Int? {
    guard number >= 1 else { return nil }
    if let starts = index?.lineStarts {
      return number <= starts.count ? starts[number - 1] : nil
    }
    var start = contentStart
    for _ in 1..<number {
      guard let end = bytes[start...].firstIndex(of: 0x0A) else { return nil }
      start = end + 1
    }
    return start
  }

  /// The bytes of a place; `nil` where its line ends before it.
  public func bytes(of place: Place) -> Range<Int>? {
    guard var offset = start(ofLine: place.line) else { return nil }
    var column = 1
    var start: Int?
    while column < place.endColumn {
      if column == place.column { start = offset }
      guard offset < bytes.count, bytes[offset] != 0x0A else { return nil }
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      column += 1
    }
    return start.map { $0..<offset }
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
