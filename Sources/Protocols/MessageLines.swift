import JSON

/// Cuts a stream of bytes into lines.
public struct ByteLines: Sendable {
  private var bytes: [UInt8] = []
  /// The bytes that were read.
  private var position = 0
  /// The bytes in which no further line end was found.
  private var searched = 0

  /// Begins a stream.
  public init() {}

  /// The bytes behind the line that was read last.
  public var rest: ArraySlice<UInt8> { bytes[position...] }

  /// Adds bytes in the order in which they came.
  public mutating func append(_ more: some Collection<UInt8>) {
    if position > 0, position >= bytes.count / 2 {
      bytes.removeFirst(position)
      searched -= position
      position = 0
    }
    bytes += more
  }

  /// The next whole line without its line end; `nil` where more bytes have to come first.
  public mutating func next() -> ArraySlice<UInt8>? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return nil
    }
    defer { (position, searched) = (end + 1, end + 1) }
    return bytes[position..<end]
  }
}

/// Cuts a stream of bytes into messages of one line each, as the standard streams of MCP and the
/// commands of a host have them.
///
/// A line that is too long is left out to its end, so that it does not end a session and takes no
/// memory.
public struct MessageLines: Sendable {
  /// The number of the line that was read last, from 1.
  public private(set) var number: Int64 = 0
  private var lines = ByteLines()
  private var isSkipping = false
  private let limit: Int

  private static let blanks = Array(" \t\r".utf8)

  /// Reads lines of up to `limit` bytes.
  public init(limit: Int) { self.limit = limit }

  /// Adds bytes in the order in which they came.
  public mutating func append(_ bytes: some Collection<UInt8>) { lines.append(bytes) }

  /// The next message, without its line end; `nil` where more bytes have to come first. Blank lines
  /// are left out.
  public mutating func next() throws(LineTooLong) -> [UInt8]? {
    while let line = lines.next() {
      if isSkipping {
        isSkipping = false
        continue
      }
      number += 1
      if line.count > limit { throw LineTooLong(limit: limit) }
      if !line.allSatisfy(MessageLines.blanks.contains) { return Array(line) }
    }
    guard isSkipping || lines.rest.count > limit else { return nil }
    lines = ByteLines()
    if isSkipping { return nil }
    isSkipping = true
    number += 1
    throw LineTooLong(limit: limit)
  }
}

/// A line that is longer than what is read.
public struct LineTooLong: Error, Equatable {
  /// The most bytes that a line may have.
  public let limit: Int
}

extension JSONTree {
  /// The value as one line, with its line end.
  public var line: [UInt8] { bytes + [UInt8(ascii: "\n")] }
}
