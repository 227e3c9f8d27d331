import Diagnostics
import EventSourcing
import Traces

/// The condition under which a log that is read as a trace has an end line.
public enum LogEndLine: Sendable {
  /// Never: its records alone are read.
  case never
  /// Only where the log is as it was written. The hash of an end line says that of the trace.
  case ofIntactLog
  /// Only where the end is that of the log, whatever is lost before it.
  case ofWholeEnd
}

/// A log as the bytes of a trace: its header, its records, and the line that ends them.
///
/// A log with an incomplete end has no end line, like any truncated trace.
public final class LogTrace<Store: LogStore> {
  /// The first hundred damaged places in what was read so far.
  public private(set) var gaps: [LogGap] = []
  /// The incomplete end.
  public var tail: LogTail? { reader.tail }

  private(set) var reader: LogReader<Store>
  private let endLine: LogEndLine
  private var hash = XXH64()
  private var bytes: ArraySlice<UInt8>
  private var hasEnded = false
  /// Whether the damage read last leaves open how the log ended.
  private var losesEnd = false

  /// Reads a log from its beginning.
  public init(_ reader: LogReader<Store>, endLine: LogEndLine = .ofIntactLog) {
    self.reader = reader
    self.endLine = endLine
    bytes = reader.header[...]
    reader.header.withUnsafeBufferPointer { hash.add($0) }
  }

  /// Its bytes for a reader of traces; `name` is what findings call the log.
  public func source(named name: String = "") -> ByteSource {
    { (buffer: UnsafeMutableRawBufferPointer) throws(Diagnostic) -> Int in
      do throws(LogError) { return try self.read(into: buffer) } catch {
        throw error.diagnostic(name)
      }
    }
  }

  /// Fills `buffer` with the next bytes and returns their number; 0 at the end.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogError) -> Int {
    var filled = 0
    while filled < buffer.count {
      if bytes.isEmpty {
        guard try readLine() else { break }
      }
      let part = bytes.prefix(buffer.count - filled)
      UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).copyBytes(from: part)
      filled += part.count
      bytes = bytes.dropFirst(part.count)
    }
    return filled
  }

  private func readLine() throws(LogError) -> Bool {
    while let item = try reader.next() {
      switch item {
      case .record(_, let line):
        bytes = line
        line.withUnsafeBufferPointer { hash.add($0) }
        return true
      case .gap(let gap):
        losesEnd = gap.after == nil
        if gaps.count < 100 { gaps.append(gap) }
      }
    }
    guard !hasEnded, hasEndLine else { return false }
    hasEnded = true
    bytes = Array("{\"end\":\(reader.lastSeq),\"hash\":\"\(hash.text)\"}\n".utf8)[...]
    return true
  }

  private var hasEndLine: Bool {
    switch endLine {
    case .never: false
    case .ofIntactLog: reader.tail == nil && gaps.isEmpty
    case .ofWholeEnd: reader.tail == nil && !losesEnd
    }
  }
}

extension DurableLog {
  /// Begins a log with the records of a trace, each in our writer's form.
  ///
  /// `open` opens the trace at its first byte; it is called more than once.
  ///
  /// - Returns: How many records there are, and how the trace ends.
  /// - Throws: `Diagnostic` where the trace cannot be read or a record is missing, `LogStoreError`
  ///   where the store fails.
  public static func begin<Machine: Reducer>(
    with open: () throws(Diagnostic) -> ByteSource, of file: String,
    _ defaults: TraceDefaults<Machine>, identity: String, in store: Store
  ) throws -> (records: Int64, ending: TraceEnding) {
    var parties = try TraceReader(file: file, defaults: defaults, source: open())
    var namesParties = false
    while !namesParties, try parties.next() != nil { namesParties = parties.party != soleParty }

    var reader = try TraceReader(file: file, defaults: defaults, source: open())
    var writer = TraceWriter<Machine>(
      headerLine: reader.headerLine, namesParties: namesParties)
    let header = writer.take()
    var line = try reader.next()
    var log: DurableLog
    let first: Int64
    if let start = line, start.kind == .snapshot, let record = try reader.record(start) {
      // A rotated trace continues the numbers of the one before.
      first = start.seq
      writer.append(record)
      log = try DurableLog(
        beginning: identity, header: header, namesParties: namesParties,
        with: LogMemory(host: LogMemory.noHost, snapshot: writer.take()), after: first - 1,
        in: store)
      line = try reader.next()
    } else {
      first = 1
      log = try DurableLog(
        beginning: identity, header: header, namesParties: namesParties, in: store)
    }
    var last = log.lastDurable
    while let next = line {
      if let record = try reader.record(next) {
        guard record.seq == last + 1 else {
          throw Diagnostic(
            .traceDamaged,
            "record \(record.seq) follows record \(last), but a log needs every record",
            at: Place(file: file, line: reader.lineNumber, column: 1), labels: [],
            notes: ["'pushtrace verify --seal' numbers the records of a trace anew"])
        }
        last = record.seq
        writer.append(record)
        writer.take().withUnsafeBytes { log.append($0) }
        if log.waiting >= 1_024 { try log.commit() }
      }
      line = try reader.next()
    }
    try log.commit()
    // The segment behind them says that all of them were acknowledged: none is a torn tail.
    try log.beginSegment()
    return (last - first + 1, reader.ending)
  }
}
