import EventSourcing

/// The hash of a trace, taken piece by piece over the line that is being read.
///
/// FNV-1a waits for each byte before it takes the next one. In small pieces between other work it
/// costs little; a whole line at once takes longer than reading it.
struct LineHash: Sendable {
  /// How much of the line is hashed.
  private(set) var hashed = 0
  private var hash = FNV1a()

  /// The hash of everything added so far.
  var value: UInt64 { hash.value }

  /// Hashes the line up to `end`, unless it has been.
  @inline(__always)
  mutating func add(_ line: UnsafeBufferPointer<UInt8>, upTo end: Int) {
    guard end > hashed else { return }
    hash.add(UnsafeBufferPointer(rebasing: line[hashed..<end]))
    hashed = end
  }

  /// Hashes the line up to `end` as far as whole rounds of eight bytes go; the rest comes along
  /// with the next piece.
  @inline(__always)
  mutating func addRounds(of line: UnsafeBufferPointer<UInt8>, upTo end: Int) {
    add(line, upTo: hashed + (max(0, end - hashed) & ~7))
  }

  /// Hashes the next piece of the line, as much as runs beside what follows.
  @inline(__always)
  mutating func addPiece(of line: UnsafeBufferPointer<UInt8>) {
    add(line, upTo: min(line.count, hashed + 80))
  }

  /// Hashes the rest of the line and its line end.
  mutating func finish(_ line: UnsafeBufferPointer<UInt8>) {
    add(line, upTo: line.count)
    hash.add(0x0A as UInt8)
    hashed = 0
  }
}
