import Diagnostics
import EventSourcing
import Traces

/// A log as the bytes of a trace: its header, its records, and the line that ends them.
///
/// A log whose end was not written whole has no end line, as any trace that was cut.
public final class LogTrace<Store: LogStore> {
  /// Where the log is not as it was written, as far as it was read; the first hundred places.
  public private(set) var gaps: [LogGap] = []
  /// How many such places there are.
  public private(set) var gapCount = 0
  /// The end that was not written whole.
  public var tail: LogTail? { reader.tail }

  private(set) var reader: LogReader<Store>
  private let endLine: Bool
  private var hash = XXH64()
  private var bytes: ArraySlice<UInt8>
  private var hasEnded = false

  /// Reads a log from its beginning; without `endLine` it ends with its last record.
  public init(_ reader: LogReader<Store>, endLine: Bool = true) {
    self.reader = reader
    self.endLine = endLine
    bytes = reader.header[...]
    reader.header.withUnsafeBufferPointer { hash.add($0) }
  }

  /// Fills `buffer` with the next bytes and returns how many they are; 0 at the end.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogError) -> Int {
    var filled = 0
    while filled < buffer.count {
      if bytes.isEmpty {
        guard try readLine() else { break }
      }
      let part = bytes.prefix(buffer.count - filled)
      UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).copyBytes(from: part)
      filled += part.count
      bytes = bytes.dropFirst(part.count)
    }
    return filled
  }

  private func readLine() throws(LogError) -> Bool {
    while let item = try reader.next() {
      switch item {
      case .record(_, let line):
        bytes = line
        line.withUnsafeBufferPointer { hash.add($0) }
        return true
      case .gap(let gap):
        gapCount += 1
        if gaps.count < 100 { gaps.append(gap) }
      }
    }
    guard endLine, !hasEnded, reader.tail == nil else { return false }
    hasEnded = true
    bytes = Array("{\"end\":\(reader.lastSeq),\"hash\":\"\(hash.text)\"}\n".utf8)[...]
    return true
  }
}
