import EventSourcing

/// One segment in memory: its lines, what is damaged between them, and where it ends.
struct SegmentContent {
  /// A part of a segment after its preamble, in file order.
  enum Piece: Hashable {
    /// A record's line.
    case line(Range<Int>)
    /// Bytes that are no intact frame; beyond the end of a file that is too short.
    case damaged(Range<Int>)
  }

  let number: Int64
  let bytes: [UInt8]
  private(set) var preamble: LogPreamble?
  /// Where the line of the trace's header is.
  private(set) var header: Range<Int>?
  /// Where the line is with what the host remembered when the segment was begun.
  private(set) var host: Range<Int>?
  private(set) var pieces: [Piece] = []
  /// Up to where it is valid; what follows was never acknowledged.
  private(set) var end: Int
  /// Where the frames before the first record end.
  private var preambleEnds: [Int] = []

  /// Whether its beginning is complete, which is durable before the segment gets its name.
  var isSound: Bool {
    guard let preamble else { return false }
    return preambleEnds.count >= (preamble.isBase ? 5 : 4)
  }

  /// Whether anything in it is damaged.
  var isDamaged: Bool { pieces.contains { !$0.isLine } }

  /// How many bytes come before what was appended to the segment.
  var beginning: Int {
    guard preamble?.isBase == true, case .line(let snapshot)? = pieces.first else {
      return preambleEnds.last ?? 0
    }
    return snapshot.upperBound
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
    if !isSound {
      // A crash cannot leave this: the beginning was durable before the segment got its name.
      if !isDamaged { pieces.insert(.damaged(limit..<limit), at: 0) }
    } else if counted == nil {
      // A snapshot at the beginning of a segment is durable before anything else is written.
      let hasBegun = preamble?.isBase != true || pieces.contains(where: \.isLine)
      cut(behind: max(durable, (preambleEnds.last ?? 0) + (hasBegun ? 0 : 1)))
    }
  }

  private mutating func take(_ line: Range<Int>) {
    if bytes[line].starts(with: "{\"seq\":".utf8) {
      pieces.append(.line(line))
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
    let first = pieces.firstIndex { piece in
      if case .damaged(let range) = piece { range.lowerBound >= durable } else { false }
    }
    guard let first, case .damaged(let range) = pieces[first] else { return }
    pieces.removeSubrange(first...)
    end = range.lowerBound
  }
}

extension SegmentContent.Piece {
  var range: Range<Int> {
    switch self {
    case .line(let range), .damaged(let range): range
    }
  }

  var isLine: Bool {
    switch self {
    case .line: true
    case .damaged: false
    }
  }
}
