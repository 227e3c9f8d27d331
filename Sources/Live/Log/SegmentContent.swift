import EventSourcing
import Traces

/// One segment in memory: its lines, what is damaged between them, and where it ends.
struct SegmentContent {
  /// A part of a segment after its preamble, in file order.
  struct Piece {
    /// The bytes; beyond the end of a file that is too short.
    let range: Range<Int>
    /// Whether it is a record's line; other bytes are no intact frame.
    let isLine: Bool
  }

  let number: Int64
  let bytes: [UInt8]
  private(set) var preamble: LogPreamble?
  /// The range of the line of the trace's header.
  private(set) var header: Range<Int>?
  /// The range of the line with what the host remembered when the segment was begun.
  private(set) var host: Range<Int>?
  private(set) var pieces: [Piece] = []
  /// The end of its valid part; what follows was never acknowledged.
  private(set) var end: Int
  /// The ends of the frames before the first record.
  private var preambleEnds: [Int] = []

  /// Whether its beginning is complete, which is durable before the segment gets its name.
  var isSound: Bool {
    guard let preamble else { return false }
    return preambleEnds.count >= (preamble.isBase ? 5 : 4)
  }

  /// Whether anything in it is damaged.
  var isDamaged: Bool { pieces.contains { !$0.isLine } }

  /// The number of bytes before those that were appended to the segment.
  var beginning: Int {
    guard preamble?.isBase == true, let snapshot = pieces.first, snapshot.isLine else {
      return preambleEnds.last ?? 0
    }
    return snapshot.range.upperBound
  }

  /// The hash over what counts.
  var hash: XXH64 { hash(upTo: min(end, bytes.count)) }

  /// The hash over the first `count` bytes.
  func hash(upTo count: Int) -> XXH64 {
    bytes.withUnsafeBufferPointer { XXH64(UnsafeBufferPointer(rebasing: $0[..<count])) }
  }

  /// Parses a segment; `counted` is how much of it the next segment says is valid, and `nil` for
  /// the last one.
  init(number: Int64, bytes: [UInt8], counted: Int?) {
    self.number = number
    self.bytes = bytes
    end = counted ?? bytes.count
    var offset = 0
    var durable = 0
    let limit = min(end, bytes.count)
    bytes.withUnsafeBytes { raw in
      while offset < limit {
        guard let found = LogFrame.read(raw, at: offset, before: limit, segment: number) else {
          let next = LogFrame.next(raw, after: offset, before: limit, segment: number) ?? limit
          pieces.append(Piece(range: offset..<next, isLine: false))
          offset = next
          continue
        }
        durable = max(durable, found.durable)
        take(found.line)
        offset = found.line.upperBound
      }
    }
    if limit < end { pieces.append(Piece(range: limit..<end, isLine: false)) }
    if !isSound {
      // A crash cannot leave this: the beginning was durable before the segment got its name.
      if !isDamaged { pieces.insert(Piece(range: limit..<limit, isLine: false), at: 0) }
    } else if counted == nil {
      // A snapshot at the beginning of a segment is durable before anything else is written.
      let hasBegun = preamble?.isBase != true || pieces.contains(where: \.isLine)
      cut(behind: max(durable, (preambleEnds.last ?? 0) + (hasBegun ? 0 : 1)))
    }
  }

  private mutating func take(_ line: Range<Int>) {
    if bytes[line].starts(with: "{\"seq\":".utf8) {
      pieces.append(Piece(range: line, isLine: true))
      return
    }
    preambleEnds.append(line.upperBound)
    if bytes[line].starts(with: "{\"pushtrace\":".utf8) {
      if header == nil { header = line }
    } else if bytes[line].starts(with: LogMemory.hostMark.utf8) {
      host = line
    } else if preamble == nil {
      preamble = LogPreamble(bytes[line])
    }
  }

  /// Ends the segment at the first damage that no later frame says was durable.
  private mutating func cut(behind durable: Int) {
    let first = pieces.firstIndex { !$0.isLine && $0.range.lowerBound >= durable }
    guard let first else { return }
    end = pieces[first].range.lowerBound
    pieces.removeSubrange(first...)
  }
}

/// The names of the files of a log.
public enum SegmentName {
  private static let suffix = ".segment"

  /// The file of the segment with this number, from 1.
  public static func file(_ number: Int64) -> String { padded(number) + suffix }

  /// A number with ten digits at least.
  static func padded(_ number: Int64) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 10 - digits.count)) + digits
  }

  /// The number, from 1, of the segment in a file of this name; `nil` for any other file.
  public static func number(of file: String) -> Int64? {
    // Eighteen digits leave room for the next numbers.
    guard file.hasSuffix(suffix), file.utf8.count <= suffix.utf8.count + 18,
      let number = Int64(file.dropLast(suffix.count)), number > 0,
      SegmentName.file(number) == file
    else { return nil }
    return number
  }

  /// The name of a segment until its beginning is durable.
  static let draft = "segment.new"

  /// Names the file for bytes that were cut from a segment: the first free name.
  static func aside(_ number: Int64, among names: [String]) -> String {
    var count = 1
    while names.contains(aside(number, count)) { count += 1 }
    return aside(number, count)
  }

  private static func aside(_ number: Int64, _ count: Int) -> String {
    "\(file(number)).torn-\(count)"
  }
}

/// A damaged place in a log.
public struct LogGap: Error, Hashable, Sendable {
  /// The kind of damage.
  public enum Kind: String, Hashable, Sendable {
    /// Bytes that are no intact frame.
    case damaged
    /// A segment is not in the folder.
    case missingSegment = "missing_segment"
    /// A segment is intact, but it is not the one that the next segment continues.
    case otherSegment = "other_segment"
  }

  /// The kind of damage.
  public var kind: Kind
  /// The number of the segment.
  public var segment: Int64
  /// The offset in the segment at which it begins, in bytes.
  public var offset: Int
  /// Its length in bytes; 0 if that is not known.
  public var bytes: Int
  /// The number of the record before it; 0 at the beginning of the log.
  public var before: Int64
  /// The number of the record after it; `nil` at the end of the log.
  public var after: Int64?

  /// The missing records in words; `nil` if none is missing, or if that is not known.
  public var missing: String? {
    guard let after else { return "what came after record \(before) is missing" }
    return missingRecords(between: before, and: after)
  }

  /// The gap in one sentence, with its place.
  public var message: String {
    let what =
      switch kind {
      case .damaged: "\(bytes) bytes at \(offset) of segment \(segment) are damaged"
      case .missingSegment: "segment \(segment) is not there"
      case .otherSegment: "segment \(segment) is not the one that segment \(segment + 1) follows"
      }
    return "\(what): \(missing ?? "no record is missing")"
  }
}

/// An incomplete end of a log, as a crash leaves it. It was never acknowledged.
public struct LogTail: Hashable, Sendable {
  /// The number of the segment.
  public var segment: Int64
  /// The offset in the segment at which the tail begins, in bytes.
  public var offset: Int
  /// Its length in bytes.
  public var bytes: Int
}

/// Bytes of a log that are no record of it.
public struct LostBytes: Hashable, Sendable {
  /// The number of the segment.
  public var segment: Int64
  /// The offset of the bytes in the segment.
  public var offset: Int
  /// The bytes as they stand there.
  public var bytes: [UInt8]
}

/// The reason why a log cannot be read or written.
public enum LogError: Error, Hashable, Sendable {
  /// There is no log in the folder.
  case none
  /// No segment has a readable trace header.
  case noHeader
  /// The store failed.
  case store(LogStoreError)
}
