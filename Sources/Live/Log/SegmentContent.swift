import EventSourcing

/// One segment in memory: its lines, what is damaged between them, and where it ends.
struct SegmentContent {
  /// A part of a segment behind its preamble, in the order of the file.
  enum Piece: Hashable {
    /// A record's line.
    case line(Range<Int>)
    /// Bytes that are no intact frame; beyond the end of a file that is too short.
    case damaged(Range<Int>)
  }

  let number: Int64
  let bytes: [UInt8]
  private(set) var preamble: LogPreamble?
  /// Where the line of the trace's header stands.
  private(set) var header: Range<Int>?
  private(set) var pieces: [Piece] = []
  /// Up to where it counts; what follows was never acknowledged.
  private(set) var end: Int
  /// Where the frames of the preamble end.
  private var preambleEnds: [Int] = []

  /// Whether there is neither a preamble nor a record: a crash came while it was made.
  var isEmpty: Bool { preamble == nil && pieces.allSatisfy { !$0.isLine } }

  /// How many frames a preamble has.
  static let preambleFrames = 4

  /// Whether anything in it is damaged.
  var isDamaged: Bool { pieces.contains { !$0.isLine } }

  /// The hash over what counts.
  var hash: XXH64 {
    bytes.withUnsafeBufferPointer {
      XXH64(UnsafeBufferPointer(rebasing: $0[..<min(end, $0.count)]))
    }
  }

  /// Takes a segment apart; `counted` says how much of it counts by the segment that follows, and
  /// is `nil` for the last one.
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
          pieces.append(.damaged(offset..<next))
          offset = next
          continue
        }
        durable = max(durable, found.durable)
        take(found.line)
        offset = found.line.upperBound
      }
    }
    if limit < end { pieces.append(.damaged(limit..<end)) }
    if counted == nil { cut(behind: durable) }
  }

  /// Whether an intact frame in the bytes of a segment says what log it belongs to.
  static func preamble(_ number: Int64, _ bytes: [UInt8]) -> LogPreamble? {
    SegmentContent(number: number, bytes: bytes, counted: nil).preamble
  }

  private mutating func take(_ line: Range<Int>) {
    if bytes[line].starts(with: "{\"seq\":".utf8) {
      pieces.append(.line(line))
      return
    }
    preambleEnds.append(line.upperBound)
    if bytes[line].starts(with: "{\"pushtrace\":".utf8) {
      if header == nil { header = line }
    } else if preamble == nil {
      preamble = LogPreamble(bytes[line])
    }
  }

  /// Ends the segment at its first damage that no later frame says was durable.
  private mutating func cut(behind durable: Int) {
    let first = pieces.firstIndex { piece in
      if case .damaged(let range) = piece { range.lowerBound >= durable } else { false }
    }
    guard let first, case .damaged(let range) = pieces[first] else { return }
    pieces.removeSubrange(first...)
    end = range.lowerBound
    // A segment is used when its preamble is durable: this one was still being made.
    if preambleEnds.filter({ $0 <= end }).count < SegmentContent.preambleFrames { preamble = nil }
  }
}

extension SegmentContent.Piece {
  var isLine: Bool {
    switch self {
    case .line: true
    case .damaged: false
    }
  }
}
