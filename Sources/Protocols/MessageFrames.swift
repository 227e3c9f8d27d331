import EventSourcing
import JSON

/// Cuts a stream of bytes into messages, each behind a header as LSP and DAP have it:
/// `Content-Length: N`, an empty line, N bytes.
///
/// Broken bytes are left out and reading goes on with the next header, so that one bad message
/// does not end a session. Nothing grows with what the other side promises or leaves out.
public struct MessageFrames: Sendable {
  private(set) var buffer: [UInt8] = []
  /// The bytes of `buffer` that were read.
  private var position = 0
  /// The bytes of a refused message that are still to come.
  private var skipped = 0
  private let limit: Int

  private static let headerLimit = 4096
  private static let name = Array("content-length:".utf8)
  private static let end = Array("\r\n\r\n".utf8)

  /// Reads messages of up to `limit` bytes.
  public init(limit: Int = 64 << 20) { self.limit = limit }

  /// Adds bytes in the order in which they came.
  public mutating func append(_ bytes: some Collection<UInt8>) {
    let dropped = min(skipped, bytes.count)
    skipped -= dropped
    if position > 0, position >= buffer.count / 2 {
      buffer.removeFirst(position)
      position = 0
    }
    buffer += bytes.dropFirst(dropped)
  }

  /// The next message; `nil` where more bytes have to come first.
  public mutating func next() throws(FrameError) -> [UInt8]? {
    guard let header = try header() else { return nil }
    guard let length = MessageFrames.length(in: buffer[header]) else {
      skipHeader()
      throw .noLength
    }
    if length > limit {
      let there = min(length, buffer.count - header.upperBound)
      position = header.upperBound + there
      skipped = length - there
      throw .tooLong(length, limit: limit)
    }
    guard buffer.count - header.upperBound >= length else { return nil }
    position = header.upperBound + length
    return Array(buffer[header.upperBound..<position])
  }

  /// The bytes of the next header, with its empty line.
  private mutating func header() throws(FrameError) -> Range<Int>? {
    let searched = buffer[position...].prefix(MessageFrames.headerLimit)
    if let end = searched.firstRange(of: MessageFrames.end) { return position..<end.upperBound }
    guard searched.count == MessageFrames.headerLimit else { return nil }
    skipHeader()
    throw .noLength
  }

  /// Goes on to where the next header may begin, which is anywhere behind the start of this one, at
  /// most to the end of what has come.
  private mutating func skipHeader() {
    let name = MessageFrames.name
    repeat {
      position += 1
    } while !zip(buffer[position...].prefix(name.count), name).allSatisfy { $0.lowercase == $1 }
  }

  /// The length that a header gives; `nil` where it has none, or a line that is no field.
  private static func length(in header: ArraySlice<UInt8>) -> Int? {
    var found: Int?
    for line in header.dropLast(4).split(separator: 0x0A, omittingEmptySubsequences: false) {
      let line = line.last == 0x0D ? line.dropLast() : line
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      guard line[...colon].map({ $0.lowercase }) == name else { continue }
      let digits = line[(colon + 1)...].drop { $0 == 0x20 }
      guard let number = Int(String(decoding: digits, as: UTF8.self)), number >= 0,
        found == nil
      else { return nil }
      found = number
    }
    return found
  }
}

/// The reason why a part of a stream is no message.
public enum FrameError: Error, Equatable {
  /// The header is too long, or says nothing about the length.
  case noLength
  /// The message is longer than what is read.
  case tooLong(Int, limit: Int)

  /// The reason, in a sentence.
  public var message: String {
    switch self {
    case .noLength: "the header has no valid Content-Length"
    case .tooLong(let length, let limit): "a message of \(length) bytes is longer than \(limit)"
    }
  }
}

extension JSONTree {
  /// The value as a message behind its header.
  public var frame: [UInt8] {
    let body = bytes
    return Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
  }
}
