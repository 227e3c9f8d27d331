import EventSourcing

/// Reads a log from its first record to its last, a segment at a time, and reports damage.
public struct LogReader<Store: LogStore> {
  /// An item of a log.
  public enum Item: Sendable {
    /// A record: its number, and its line as it stands in a trace.
    case record(seq: Int64, line: ArraySlice<UInt8>)
    /// A damaged place.
    case gap(LogGap)
  }

  /// The identity of the log.
  public let identity: String
  /// Whether its records name their party.
  public let namesParties: Bool
  /// The first line of the trace, with its line end.
  public let header: [UInt8]
  /// The number of the last record that was read.
  public private(set) var lastSeq: Int64 = 0
  /// The incomplete end of the log; `nil` if it ends with a record, and until its end is reached.
  public private(set) var tail: LogTail?

  /// The host line of the snapshot with which the log begins; `nil` until its first record is read,
  /// and for a log that begins with record 1.
  public private(set) var firstHost: [UInt8]?

  /// Whether the bytes that are no record are kept for `takeLost`.
  public var keepsLost = false

  var store: Store
  /// The number of the first segment of the log.
  let start: Int64
  /// Segments that begin with a snapshot.
  let bases: [Int64]
  /// Segments before the first one of the log, which were left over or put back.
  let removable: [Int64]
  /// The last segment, once everything is read.
  var last: SegmentContent? { numbers.isEmpty ? current : nil }

  private var numbers: ArraySlice<Int64>
  private var nextNumber: Int64
  private var current: SegmentContent?
  private var position = 0
  /// A gap whose end is not known yet.
  private var open: LogGap?
  private var waiting: Item?
  private var lost: [LostBytes] = []

  /// Finds the segments of a log and its header.
  public init(_ store: Store) throws(LogError) {
    var store = store
    var found: (preamble: LogPreamble, header: [UInt8])?
    var bases: [LogPreamble] = []
    var start: Int64 = 1
    let numbers: [Int64]
    do {
      numbers = try store.names().compactMap { SegmentName.number(of: $0) }.sorted()
      for number in numbers {
        guard let head = try LogReader.head(of: number, in: &store) else { continue }
        if found == nil { found = head }
        guard head.preamble.log == found?.preamble.log else { continue }
        if head.preamble.isBase { bases.append(head.preamble) }
        start = max(start, head.preamble.start)
      }
    } catch {
      throw .store(error)
    }
    guard !numbers.isEmpty else { throw .none }
    guard let found else { throw .noHeader }
    identity = found.preamble.log
    namesParties = found.preamble.namesParties
    header = found.header
    self.store = store
    self.start = start
    self.bases = bases.map(\.segment).filter { $0 >= start }
    self.numbers = numbers.filter { $0 >= start }[...]
    removable = numbers.filter { $0 < start }
    nextNumber = start
    if let base = bases.first(where: { $0.segment == start }) { lastSeq = base.first - 1 }
  }

  /// Continues after `position` as if everything before it had been read. Returns false, and
  /// changes nothing, if the log up to there is a different one.
  mutating func skip(to position: LogPosition) throws(LogError) -> Bool {
    guard let place = numbers.firstIndex(of: position.segment), let last = numbers.last,
      numbers.first == start, last - start + 1 == numbers.count
    else { return false }
    var later = self
    later.numbers = numbers[place...]
    later.nextNumber = position.segment
    guard try later.openNext(), let content = later.current, later.open == nil,
      // The end is what the next segment says of this one, which may be shorter.
      position.bytes <= min(content.end, content.bytes.count),
      content.hash(upTo: position.bytes).value == position.hash
    else { return false }
    later.position =
      content.pieces.firstIndex { $0.range.lowerBound >= position.bytes } ?? content.pieces.count
    later.lastSeq = position.seq
    later.firstHost = nil
    self = later
    return true
  }

  /// The next item; `nil` at the end.
  public mutating func next() throws(LogError) -> Item? {
    if let item = waiting.take() { return item }
    while true {
      guard let content = current, position < content.pieces.count else {
        if try !openNext() { return closeGap(before: nil) }
        continue
      }
      let piece = content.pieces[position]
      position += 1
      let line = piece.isLine ? content.bytes[piece.range] : []
      let seq = LogReader.number(of: line)
      // It is damaged, was written twice, or belongs elsewhere.
      guard seq > lastSeq else {
        extendGap(.damaged, of: content.number, piece.range)
        keep(piece.range, of: content)
        continue
      }
      let offset = piece.range.lowerBound
      if seq != lastSeq + 1 { extendGap(.damaged, of: content.number, offset..<offset) }
      let gap = closeGap(before: seq)
      lastSeq = seq
      guard let gap else { return .record(seq: seq, line: line) }
      waiting = .record(seq: seq, line: line)
      return gap
    }
  }

  /// The bytes that were passed over since the last time.
  public mutating func takeLost() -> [LostBytes] {
    defer { lost = [] }
    return lost
  }

  private mutating func keep(_ range: Range<Int>, of content: SegmentContent) {
    let range = range.clamped(to: content.bytes.indices)
    if !keepsLost || range.isEmpty { return }
    lost.append(
      LostBytes(
        segment: content.number, offset: range.lowerBound, bytes: Array(content.bytes[range])))
  }

  /// Reads the number of a record from the start of its line; 0 where it has none.
  static func number(of line: ArraySlice<UInt8>) -> Int64 {
    let digits = line.dropFirst("{\"seq\":".utf8.count).prefix { (0x30...0x39).contains($0) }
    return Int64(String(decoding: digits, as: UTF8.self)).flatMap(LogPreamble.recordNumber) ?? 0
  }

  private static func bytes(
    of number: Int64, in store: inout Store
  ) throws(LogStoreError) -> [UInt8] {
    let name = SegmentName.file(number)
    return try store.read(name, from: 0, count: try store.size(of: name))
  }

  /// A segment's preamble; `nil` if no intact frame has it.
  private static func head(
    of number: Int64, in store: inout Store
  ) throws(LogStoreError) -> (preamble: LogPreamble, header: [UInt8])? {
    let name = SegmentName.file(number)
    // The whole segment is read only if its first part lacks one of them.
    for count in [1 << 16, try store.size(of: name)] {
      let bytes = try store.read(name, from: 0, count: count)
      let content = SegmentContent(number: number, bytes: bytes, counted: bytes.count)
      if let preamble = content.preamble, let header = content.header {
        return (preamble, Array(bytes[header]))
      }
    }
    return nil
  }
}

// MARK: - Segments

extension LogReader {
  /// Moves to the next segment; false if there is none.
  private mutating func openNext() throws(LogError) -> Bool {
    guard let number = numbers.popFirst() else { return false }
    if number > nextNumber { extendGap(.missingSegment, of: nextNumber, 0..<0) }
    do {
      if number == start { try checkLink(to: number) }
      let link = try numbers.first.flatMap { next throws(LogStoreError) in
        next == number + 1 ? try LogReader.head(of: next, in: &store)?.preamble.after : nil
      }
      let bytes = try LogReader.bytes(of: number, in: &store)
      // A segment with a successor ends where that says, or at the end of its file.
      let counted = numbers.isEmpty ? nil : link?.bytes ?? bytes.count
      let content = SegmentContent(number: number, bytes: bytes, counted: counted)
      if let link, !content.isDamaged, content.hash.value != link.hash {
        extendGap(.otherSegment, of: number, 0..<0)
      }
      if numbers.isEmpty, content.end < bytes.count {
        tail = LogTail(segment: number, offset: content.end, bytes: bytes.count - content.end)
        keep(content.end..<bytes.count, of: content)
      }
      if number == start, content.preamble?.isBase == true {
        firstHost = content.host.map { Array(bytes[$0]) }
      }
      current = content
      position = 0
      nextNumber = number + 1
    } catch {
      throw .store(error)
    }
    return true
  }

  /// Compares the log's first segment with the one before it, if that was left over or put back
  /// from an archive.
  private mutating func checkLink(to number: Int64) throws(LogStoreError) {
    guard removable.contains(number - 1),
      let link = try LogReader.head(of: number, in: &store)?.preamble.after
    else { return }
    let bytes = try LogReader.bytes(of: number - 1, in: &store)
    let before = SegmentContent(number: number - 1, bytes: bytes, counted: link.bytes)
    if before.hash.value != link.hash { extendGap(.otherSegment, of: number - 1, 0..<0) }
  }

  private mutating func extendGap(_ kind: LogGap.Kind, of segment: Int64, _ range: Range<Int>) {
    if open == nil {
      open = LogGap(
        kind: kind, segment: segment, offset: range.lowerBound, bytes: 0, before: lastSeq)
    }
    open?.bytes += range.count
  }

  private mutating func closeGap(before seq: Int64?) -> Item? {
    guard var gap = open.take() else { return nil }
    gap.after = seq
    return .gap(gap)
  }
}
