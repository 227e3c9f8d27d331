import Diagnostics
import EventSourcing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#else
  /// The first place of a byte among `count` of them, where there is no C library.
  private func memchr(
    _ bytes: UnsafeRawPointer, _ byte: UInt8, _ count: Int
  ) -> UnsafeRawPointer? {
    let found = UnsafeRawBufferPointer(start: bytes, count: count).firstIndex(of: byte)
    return found.map { bytes + $0 }
  }
#endif

/// Cuts the bytes of a source into lines in one buffer that is used again and again.
///
/// A line stays in place until the next one is asked for. A copy shares the bytes: only one of
/// the two may go on, unless the other rereads.
struct LineBuffer {
  /// The number of the line returned last, from 1.
  private(set) var number = 0
  /// Whether the line returned last ended with a line end.
  private(set) var isTerminated = true

  private let source: ByteSource
  private let file: String
  private var owner: Storage
  private var start = 0
  private var filled = 0
  private var lineStart = 0
  /// The number of bytes that have left the buffer.
  private var dropped = 0
  /// The hash of the bytes before `hashed`, those that have left the buffer included.
  private var hash = XXH64()
  private var hashed = 0
  private var sourceEnded = false

  static let longestLine = 16 << 20

  /// The offset of the line returned last, in bytes from the start of the source.
  var offset: Int { dropped + lineStart }

  init(file: String, source: @escaping ByteSource) {
    self.file = file
    self.source = source
    owner = Storage(1 << 16)
  }

  /// Keeps the bytes in place; all else is in the struct, where access costs nothing.
  private final class Storage {
    let bytes: UnsafeMutableRawBufferPointer
    init(_ count: Int) { bytes = .allocate(byteCount: count, alignment: 16) }
    deinit { bytes.deallocate() }
  }

  private var storage: UnsafeMutableRawBufferPointer { owner.bytes }

  /// The next line without its line end; `nil` at the end of the source.
  mutating func next() throws(Diagnostic) -> UnsafeBufferPointer<UInt8>? {
    var searched = start
    while true {
      if let end = lineEnd(from: searched) {
        isTerminated = true
        return take(upTo: end, skipping: 1)
      }
      searched = filled
      if sourceEnded {
        guard filled > start else { return nil }
        isTerminated = false
        return take(upTo: filled, skipping: 0)
      }
      let moved = start
      try fill()
      searched -= moved - start
    }
  }

  /// The first line, after which lines are numbered from `second` on; throws where there is none.
  mutating func header(before second: Int = 2) throws(Diagnostic) -> UnsafeBufferPointer<UInt8> {
    if let first = try next() {
      number = second - 1
      return first
    }
    throw Diagnostic(
      .notATrace, "the file is empty", at: Place(file: file, line: 1, column: 1),
      notes: ["a trace starts with a header line: {\"pushtrace\":1,\"sdk\":…}"])
  }

  /// Goes on at the line returned last, or where none was behind the header, with bytes of its own.
  ///
  /// - Returns: Whether the next line is one that was returned before.
  mutating func reread(
    _ open: (_ offset: Int) throws(Diagnostic) -> ByteSource
  ) throws(Diagnostic) -> Bool {
    let isAgain = offset > 0 && start > lineStart
    let (rest, line) = isAgain ? (offset, number - 1) : (dropped + start, number)
    self = LineBuffer(file: file, source: try open(rest))
    (dropped, number) = (rest, line)
    return isAgain
  }

  /// The hash of every byte before the line returned last.
  mutating func hashBeforeLine() -> UInt64 {
    hash(upTo: lineStart)
    return hash.value
  }

  private mutating func hash(upTo end: Int) {
    let bytes = UnsafeRawBufferPointer(rebasing: storage[hashed..<end])
    hash.add(bytes.bindMemory(to: UInt8.self))
    hashed = end
  }

  private mutating func take(upTo end: Int, skipping: Int) -> UnsafeBufferPointer<UInt8> {
    lineStart = start
    start = end + skipping
    number += 1
    let line = UnsafeRawBufferPointer(rebasing: storage[lineStart..<end])
    return line.bindMemory(to: UInt8.self)
  }

  /// Makes room behind the unfinished line and reads more.
  private mutating func fill() throws(Diagnostic) {
    if start > 0 {
      hash(upTo: start)
      hashed = 0
      if filled > start {
        storage.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[start..<filled]))
      }
      filled -= start
      dropped += start
      start = 0
    }
    if filled == storage.count { try grow() }
    let count = try source(UnsafeMutableRawBufferPointer(rebasing: storage[filled...]))
    filled += count
    sourceEnded = count == 0
  }

  private mutating func grow() throws(Diagnostic) {
    guard storage.count < LineBuffer.longestLine else {
      throw Diagnostic(
        .lineTooLong, "this line is longer than 16 MiB",
        at: Place(file: file, line: number + 1, column: 1))
    }
    let larger = Storage(storage.count * 2)
    larger.bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[..<filled]))
    owner = larger
  }

  private func lineEnd(from offset: Int) -> Int? {
    guard filled > offset, let base = storage.baseAddress else { return nil }
    let found = memchr(base + offset, 0x0A, filled - offset)
    return found.map { UnsafeRawPointer($0) - UnsafeRawPointer(base) }
  }
}
