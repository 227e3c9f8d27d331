import Diagnostics
import EventSourcing
import JSON

/// Reads a trace record by record from a source of bytes; memory does not grow with its length.
///
/// Malformed lines, unknown names and time that goes back are thrown with their place; a wrong
/// hash and gaps in the numbering are collected in `ending`, and reading goes on.
public struct TraceReader<Machine: Reducer> {
  /// The first line.
  public let header: TraceHeader<Machine>
  /// The first line as it stands, which may leave out what `header` has.
  public let headerLine: [UInt8]
  /// The findings so far; the end is a cut until an end line is read.
  public internal(set) var ending = TraceEnding()
  /// The party of the record in the line read last.
  public private(set) var party = soleParty
  /// The number of the last record by the end line; `nil` until it is read.
  public private(set) var announcedEnd: Int64?
  /// A last line that was not written to its end: it counts as no record.
  public private(set) var tornLine: [UInt8] = []

  let file: String
  let lenient: Bool
  /// The profiles of the system; none takes every profile.
  let profiles: [String]
  let events = CaseTable<Machine.Event>()
  let effects = CaseTable<Machine.Effect>()
  var reader = JSONReader(JSONScanner(UnsafeBufferPointer(start: nil, count: 0)))
  var bytes: UnsafeBufferPointer<UInt8>
  /// The event before the line read last, to which an effect without a cause belongs.
  package private(set) var lastEvent: Int64 = 0
  /// The errors that were passed over in the line read last: a line may be read more than once.
  var passedOver: Set<JSONError> = []

  private var lines: LineBuffer
  private var parties = PartyNames()
  private var lastSeq: Int64 = 0
  /// The rising numbers of the lines after the last record that cannot be read.
  private var unreadable: [Int64] = []
  private var lastAt = Instant.distantPast
  private var hasEnded = false
  private var isPart: Bool

  /// Reads the header of `file` from `source`; throws where it is no trace of this system.
  ///
  /// Where `source` is a part of a file behind its header, `firstLine` is the number of the first
  /// line there; how the whole ends is not judged then.
  public init(
    file: String, defaults: TraceDefaults<Machine> = TraceDefaults(), lenient: Bool = false,
    isPart: Bool = false, firstLine: Int = 2, source: @escaping ByteSource
  ) throws(Diagnostic) {
    self.file = file
    self.lenient = lenient
    profiles = defaults.profiles.map { $0.name }
    self.isPart = isPart
    if !isPart { ending.end = .cut(lastLine: 1) }
    var lines = LineBuffer(file: file, source: source)
    let first = try lines.header(before: firstLine)
    self.lines = lines
    bytes = first
    headerLine = Array(first)
    let unknown: [JSONError]
    do throws(Diagnostic) {
      var members = try HeaderReader(first, file: file, lenient: lenient)
      header = try members.read(defaults)
      unknown = members.passedOver
    } catch {
      throw error.inTrace(of: HeaderReader.engine(of: first))
    }
    for error in unknown { passOver(error) }
  }

  /// Goes on at the line read last, or behind the header, with bytes of its own; how the whole ends
  /// is not judged then.
  public mutating func reread(
    _ open: (_ offset: Int) throws(Diagnostic) -> ByteSource
  ) throws(Diagnostic) {
    let isAgain = try lines.reread(open)
    bytes = UnsafeBufferPointer(start: nil, count: 0)
    (ending, isPart, hasEnded) = (TraceEnding(), true, false)
    if isAgain { lastSeq = max(1, lastSeq) - 1 }
  }

  /// The number of the line read last, whether or not it was a record.
  public var lineNumber: Int { lines.number }

  /// The line read last as it stands, whether or not it was a record.
  public var lineBytes: [UInt8] { Array(bytes) }

  /// The offset of the line of the record read last, in bytes from the start of the source.
  public var offset: Int { lines.offset }

  /// Passes over the line read last, which cannot be read; returns the number that it begins with.
  package mutating func passOverLine() -> Int64? {
    var scanner = JSONScanner(bytes)
    guard scanner.take("{\"seq\":"), let seq = try? scanner.integer() else { return nil }
    if seq > unreadable.last ?? lastSeq { unreadable.append(seq) }
    return seq
  }

  /// The next record; `nil` at the end, after which `ending` says how it ended.
  public mutating func next() throws(Diagnostic) -> TraceLine? {
    while let line = try lines.next() {
      bytes = line
      if !passedOver.isEmpty { passedOver.removeAll() }
      if hasEnded {
        throw Diagnostic(
          .afterTheEnd, "a line after the end of the trace", at: wholeLine,
          proposal: line.isEmpty
            ? "remove the empty line"
            : line.starts(with: "{\"pushtrace\":".utf8)
              ? "another trace begins here: split the file" : "")
      }
      if !lines.isTerminated, !isWhole(line) {
        tornLine = Array(line)
        return nil
      }
      if var record = Envelope.ownForm(line) {
        try admit(&record)
        return record
      }
      if var record = try recordInAnyForm() {
        try admit(&record)
        return record
      }
    }
    return nil
  }

  /// The record of the line read last; `nil` for the end line and for what a lenient reader
  /// passes over.
  private mutating func recordInAnyForm() throws(Diagnostic) -> TraceLine? {
    let envelope: Envelope
    do { envelope = try anyEnvelope() } catch { throw diagnostic(error) }
    switch envelope {
    case .record(let record): return record
    case .unknown: return nil
    case .end(let last, let recorded):
      close(last: last, recorded: recorded)
      return nil
    }
  }

  private mutating func admit(_ line: inout TraceLine) throws(Diagnostic) {
    line.number = lines.number
    party = line.partyName.map { parties.name($0, in: JSONScanner(bytes)) } ?? soleParty
    if line.at < lastAt {
      throw Diagnostic(
        .timeGoesBack, "time goes back: \(line.at.milliseconds) after \(lastAt.milliseconds)",
        at: wholeLine, notes: [excerpt(around: 0)])
    }
    // A log that was rotated goes on with the numbers of the one before.
    let isRotated = line.kind == .snapshot && lastSeq == 0 && line.seq > 0
    if line.seq != lastSeq &+ 1, !isRotated {
      let follows = "record \(line.seq) follows record \(lastSeq)"
      let missing = missingNumbers(between: lastSeq, and: line.seq, besides: unreadable)
      if let missing = missingRecords(missing) {
        note(unreadable.isEmpty ? "\(missing): \(follows)" : missing)
      } else if line.seq <= lastSeq {
        note(follows)
      }
    }
    if let cause = line.cause, cause >= line.seq || cause < 0 {
      note("record \(line.seq) names record \(cause) as its cause, which does not come before it")
    }
    if !unreadable.isEmpty { unreadable = [] }
    lastSeq = line.seq
    lastAt = line.at
    if line.kind == .event { lastEvent = line.seq }
    if !isPart { ending.end = .cut(lastLine: lines.number) }
  }

  private mutating func close(last: Int64, recorded: UInt64) {
    hasEnded = true
    announcedEnd = last
    if last != lastSeq { note("the end line counts \(last) records, the last one is \(lastSeq)") }
    if isPart { return }
    let computed = lines.hashBeforeLine()
    if recorded == computed {
      ending.end = .sealed
    } else {
      ending.end = .wrongHash(recorded: recorded, computed: computed)
      noteWrongHash()
    }
  }

  /// Notes a wrong hash; where lines end with CRLF, an editor or a transfer has changed them.
  private mutating func noteWrongHash() {
    let isCRLF = bytes.last == 0x0D || headerLine.last == 0x0D
    note(
      "the hash of the end line is that of other bytes"
        + (isCRLF ? ": the lines end with CRLF here, and those of a trace with LF" : ""),
      notes: isCRLF ? ["help: tr -d '\\r' < \(shellWord(file)) restores them"] : [])
  }

  private mutating func note(_ message: String, notes: [String] = []) {
    ending.damage.append(
      Diagnostic(.traceDamaged, severity: .warning, message, at: wholeLine, notes: notes))
  }

  /// A last line without a line end counts when it is a whole object.
  private func isWhole(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    var scanner = JSONScanner(line)
    do { try scanner.skipValue() } catch { return false }
    scanner.skipSpace()
    return scanner.atEnd
  }
}

extension TraceReader {
  var wholeLine: Place {
    Place(file: file, line: lines.number, column: 1, endColumn: codePoints(in: bytes[...]) + 1)
  }

  func diagnostic(_ error: JSONError) -> Diagnostic {
    error.diagnostic(in: bytes, file: file, line: lines.number).inTrace(of: header.engine)
  }

  func excerpt(around offset: Int) -> String {
    "the line reads: \(lineExcerpt(bytes, around: offset))"
  }
}

/// Fills a buffer with the next bytes of a trace and says how many they are; 0 at the end.
public typealias ByteSource = (UnsafeMutableRawBufferPointer) throws(Diagnostic) -> Int

/// Reads the bytes of an array, or of memory that stays valid, from `offset` on, piece by piece; at
/// most `step` at a time.
public func byteSource<Bytes: RandomAccessCollection<UInt8>>(
  of bytes: Bytes, from offset: Int = 0, step: Int = .max
) -> ByteSource where Bytes.Index == Int {
  var position = bytes.startIndex + min(offset, bytes.count)
  return { (buffer: UnsafeMutableRawBufferPointer) throws(Diagnostic) -> Int in
    let count = min(buffer.count, bytes.endIndex - position, step)
    buffer.copyBytes(from: bytes[position..<(position + count)])
    position += count
    return count
  }
}

extension JSONError {
  /// Whether a lenient reader passes over it.
  var isUnknownName: Bool {
    if case .unknown = problem { return true }
    return false
  }

  /// The code under which the error is explained when it stands in a record.
  var traceCode: DiagnosticCode {
    switch problem {
    case .unknown: .unknownInTrace
    case .missing, .refused, .notWhole, .beyondInt64: .wrongInTrace
    case .expected, .duplicate, .invalidUTF8, .controlCharacter, .badEscape, .loneSurrogate,
      .leadingZero,
      .tooDeep, .otherOrder:
      .notARecord
    }
  }

  func diagnostic(
    _ code: DiagnosticCode? = nil, in bytes: UnsafeBufferPointer<UInt8>, file: String, line: Int
  ) -> Diagnostic {
    let start = min(start, bytes.count)
    let column = codePoints(in: bytes[..<start]) + 1
    let width = max(1, codePoints(in: bytes[start..<min(max(end, start), bytes.count)]))
    return Diagnostic(
      code ?? traceCode, problem.message,
      at: Place(file: file, line: line, column: column, endColumn: column + width),
      proposal: problem.proposal, meant: problem.meant,
      notes: ["the line reads: \(lineExcerpt(bytes, around: start))"])
  }
}

/// Counts the code points in `bytes`; of what is not UTF-8, the bytes that start something.
func codePoints(in bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
  bytes.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
}

/// Cuts an excerpt of up to 80 bytes of a line around `offset`, between code points.
package func lineExcerpt(_ bytes: UnsafeBufferPointer<UInt8>, around offset: Int) -> String {
  var start = max(0, offset - 40)
  var end = min(bytes.count, offset + 40)
  while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
  while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
  let text = String(decoding: bytes[start..<end], as: UTF8.self)
  return (start > 0 ? "…" : "") + text + (end < bytes.count ? "…" : "")
}
