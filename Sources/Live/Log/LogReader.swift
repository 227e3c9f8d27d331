import EventSourcing
import Traces

/// Reads a log from its first record to its last, a segment at a time, and names what is damaged.
public struct LogReader<Store: LogStore> {
  /// What stands in a log.
  public enum Item: Sendable {
    /// A record: its number, and its line as it stands in a trace.
    case record(seq: Int64, line: ArraySlice<UInt8>)
    /// A place where the log is not as it was written.
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
  /// The end that was not written whole; `nil` where the log ends with a record, and before its
  /// end is reached.
  public private(set) var tail: LogTail?

  var store: Store
  /// Segments that were still being made when the process ended.
  let unfinished: [Int64]
  /// The last segment, once everything is read.
  private(set) var last: LogEnd?

  private var numbers: ArraySlice<Int64>
  private var current: SegmentContent?
  private var position = 0
  /// A gap whose end is not known yet.
  private var open: LogGap?
  private var waiting: Item?

  /// Finds the segments of a log and its header.
  public init(_ store: Store) throws(LogError) {
    var store = store
    var numbers: [Int64]
    var unfinished: [Int64] = []
    do {
      numbers = try store.names().compactMap { SegmentName.number(of: $0) }.sorted()
      while let number = numbers.last {
        let bytes = try LogReader.bytes(of: number, in: &store)
        guard SegmentContent(number: number, bytes: bytes, counted: nil).isEmpty else { break }
        unfinished.append(number)
        numbers.removeLast()
      }
    } catch {
      throw .store(error)
    }
    self.unfinished = unfinished
    self.numbers = numbers[...]
    guard !numbers.isEmpty else { throw .none }
    var found: (preamble: LogPreamble, header: [UInt8])?
    for number in numbers where found == nil {
      do {
        let bytes = try LogReader.bytes(of: number, in: &store)
        let content = SegmentContent(number: number, bytes: bytes, counted: nil)
        if let preamble = content.preamble, let header = content.header {
          found = (preamble, Array(bytes[header]))
        }
      } catch {
        throw .store(error)
      }
    }
    guard let found else { throw .noHeader }
    identity = found.preamble.log
    namesParties = found.preamble.namesParties
    header = found.header
    self.store = store
  }

  /// The next item; `nil` at the end.
  public mutating func next() throws(LogError) -> Item? {
    if let item = waiting.take() { return item }
    while true {
      guard let content = current, position < content.pieces.count else {
        if try !openNext() { return closeGap(before: nil) }
        continue
      }
      position += 1
      switch content.pieces[position - 1] {
      case .line(let range):
        let line = content.bytes[range]
        let seq = LogReader.number(of: line)
        // What was written twice, or is the record of another place, is none of this log.
        guard seq > lastSeq else {
          extendGap(.damaged, of: content.number, range)
          continue
        }
        if seq != lastSeq + 1, open == nil {
          open = LogGap(
            kind: .damaged, segment: content.number, offset: range.lowerBound, bytes: 0,
            before: lastSeq)
        }
        let gap = closeGap(before: seq)
        lastSeq = seq
        guard let gap else { return .record(seq: seq, line: line) }
        waiting = .record(seq: seq, line: line)
        return gap
      case .damaged(let range): extendGap(.damaged, of: content.number, range)
      }
    }
  }

  /// The number of a record, by the start of its line.
  static func number(of line: ArraySlice<UInt8>) -> Int64 {
    var number: Int64 = 0
    for byte in line.dropFirst("{\"seq\":".utf8.count) {
      guard (0x30...0x39).contains(byte), number < .max / 16 else { break }
      number = number * 10 + Int64(byte - 0x30)
    }
    return number
  }

  private static func bytes(
    of number: Int64, in store: inout Store
  ) throws(LogStoreError) -> [UInt8] {
    let name = SegmentName.file(number)
    return try store.read(name, from: 0, count: try store.size(of: name))
  }
}

// MARK: - Segments

extension LogReader {
  /// Goes on to the next segment; false where there is none.
  private mutating func openNext() throws(LogError) -> Bool {
    guard let number = numbers.popFirst() else { return false }
    if let before = current?.number, number > before + 1 {
      for missing in (before + 1)..<number { extendGap(.missingSegment, of: missing, 0..<0) }
    }
    do {
      let link = try numbers.first.flatMap { next throws(LogStoreError) in
        next == number + 1
          ? SegmentContent.preamble(next, try LogReader.bytes(of: next, in: &store))?.after : nil
      }
      let bytes = try LogReader.bytes(of: number, in: &store)
      // A segment that others follow ends where its successor says, or with its file.
      let counted = numbers.isEmpty ? nil : link?.bytes ?? bytes.count
      let content = SegmentContent(number: number, bytes: bytes, counted: counted)
      if let link, !content.isDamaged, content.hash.value != link.hash {
        extendGap(.otherSegment, of: number, 0..<0)
      }
      if numbers.isEmpty {
        last = LogEnd(content)
        if content.end < bytes.count {
          tail = LogTail(
            segment: number, offset: content.end, bytes: bytes.count - content.end)
        }
      }
      current = content
      position = 0
    } catch {
      throw .store(error)
    }
    return true
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

/// Where the last segment of a log ends, for whoever goes on writing.
struct LogEnd {
  let segment: Int64
  let bytes: Int
  let hash: XXH64

  init(_ content: SegmentContent) {
    segment = content.number
    bytes = content.end
    hash = content.hash
  }
}
