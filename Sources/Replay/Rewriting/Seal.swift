import Diagnostics
import EventSourcing
import Simulation
import Traces

/// Writes a trace anew with rising numbers and a hash that fits, and a note wherever records are
/// missing; `sink` takes the bytes in pieces. Returns what was wrong before.
///
/// A cause that no record has any more is dropped; an effect then belongs to the event before it.
@discardableResult
public func seal<S: System>(
  _ input: ReplayInput, as system: S.Type, into sink: ([UInt8]) throws -> Void
) throws -> TraceIntegrity {
  var sealer = try Sealer<S>(input)
  while let bytes = try sealer.next() { try sink(bytes) }
  return sealer.integrity
}

/// Writes a trace anew as `seal` does, and goes on where a line cannot be read: `aside` takes such
/// lines, and a note stands in their place.
///
/// A header that cannot be read is thrown: nothing can be said of what follows it.
public func repair<S: System>(
  _ input: ReplayInput, as system: S.Type, into sink: ([UInt8]) throws -> Void,
  aside: (LostLine) throws -> Void
) throws -> TraceIntegrity {
  var sealer = try Sealer<S>(input, setsAside: true)
  while let bytes = try sealer.next() {
    for line in sealer.takeLost() { try aside(line) }
    try sink(bytes)
  }
  return sealer.integrity
}

/// The trace that `repair` writes, made anew each time that it is opened.
public func repaired<S: System>(_ input: ReplayInput, as system: S.Type) -> ReplayInput {
  ReplayInput(file: input.file) { () throws(Diagnostic) in
    var sealer = try Sealer<S>(input, setsAside: true)
    var pending: ArraySlice<UInt8> = []
    return { (buffer: UnsafeMutableRawBufferPointer) throws(Diagnostic) -> Int in
      while pending.isEmpty {
        guard let bytes = try sealer.next() else { return 0 }
        _ = sealer.takeLost()
        pending = bytes[...]
      }
      let part = pending.prefix(buffer.count)
      buffer.copyBytes(from: part)
      pending = pending.dropFirst(part.count)
      return part.count
    }
  }
}

/// A line of a damaged trace that is no part of the repaired one.
public struct LostLine: Equatable, Sendable {
  /// Its number in the damaged trace, from 1.
  public let number: Int
  /// The line as it stands, without its line end.
  public let bytes: [UInt8]
  /// Why it is left out.
  public let finding: Diagnostic
}

/// One pass over a trace that numbers its records anew.
private struct Sealer<S: System> {
  private(set) var integrity = TraceIntegrity()

  private let setsAside: Bool
  private var reader: TraceReader<S.Machine>
  private var writer: TraceWriter<S.Machine>
  private var numbers = Renumbering()
  private var hasEnded = false
  /// The number that the record read last had.
  private var lastOld: Int64 = 0
  private var last: Int64 = 0
  private var lastEvent: Int64 = 0
  private var at: Instant
  private var party = soleParty
  /// Lines set aside that were not handed over yet.
  private var lost: [LostLine] = []
  /// The lines in a row for which there is no note yet.
  private var gap: (first: Int, last: Int, why: String)?

  init(_ input: ReplayInput, setsAside: Bool = false) throws(Diagnostic) {
    self.setsAside = setsAside
    let namesParties = try hasSeveralParties(input, as: S.self, skipsLines: setsAside)
    reader = try TraceReader(file: input.file, defaults: .of(S.self), source: input.open())
    writer = TraceWriter(reader.header, namesParties: namesParties)
    at = reader.header.started
  }

  /// The next bytes of the new trace; `nil` at its end.
  mutating func next() throws(Diagnostic) -> [UInt8]? {
    if hasEnded { return nil }
    while writer.pending < 1 << 16, lost.count < 1_000 {
      do throws(Diagnostic) {
        guard let line = try reader.next() else {
          finish()
          break
        }
        guard let record = try reader.checkedRecord(line, of: S.self) else { continue }
        if setsAside, record.seq <= lastOld { throw repeated(record.seq) }
        take(record)
      } catch {
        guard setsAside, error.isAboutOneLine else { throw error }
        setAside(error)
      }
    }
    return writer.take()
  }

  /// The lines set aside since the last time.
  mutating func takeLost() -> [LostLine] {
    defer { lost = [] }
    return lost
  }

  private mutating func take(_ record: LogRecord<S.Machine.Event, S.Machine.Effect>) {
    if isRotated(record) {
      // The snapshot stays the first record: what was before it was lost is said after it.
      last = numbers.start(at: record.seq)
      write(record)
      noteGap()
      return
    }
    // A note comes when the record before it did; before the first one, with that.
    if integrity.records == 0 { (at, party) = (record.at, record.party) }
    noteGap()
    (at, party) = (record.at, record.party)
    if let missing = missingRecords(between: lastOld, and: record.seq) { note(missing) }
    write(record)
  }

  /// Whether a log goes on here with the numbers of the one before it.
  private func isRotated(_ record: LogRecord<S.Machine.Event, S.Machine.Effect>) -> Bool {
    if case .snapshot = record { integrity.records == 0 } else { false }
  }

  private func repeated(_ seq: Int64) -> Diagnostic {
    Diagnostic(
      .traceDamaged, "record \(seq) again, or late: it follows record \(lastOld)",
      at: Place(file: "", line: reader.lineNumber, column: 1))
  }

  private mutating func setAside(_ finding: Diagnostic) {
    let number = reader.lineNumber
    lost.append(LostLine(number: number, bytes: reader.lineBytes, finding: finding))
    integrity.lostLines += 1
    gap = (gap?.first ?? number, number, gap?.why ?? finding.message)
  }

  private mutating func noteGap() {
    guard let gap else { return }
    let lines =
      gap.first == gap.last
      ? "line \(gap.first) was set aside" : "lines \(gap.first) to \(gap.last) were set aside"
    note("\(lines): \(gap.why)")
    self.gap = nil
  }

  private mutating func finish() {
    hasEnded = true
    integrity.complete(from: reader)
    noteGap()
    if case .cut = reader.end {
      note("the trace was cut here: it had no end line")
    } else if let end = reader.announcedEnd, end < .max,
      let missing = missingRecords(between: lastOld, and: end + 1)
    {
      note(missing)
    }
    if setsAside, !reader.tornLine.isEmpty {
      lost.append(
        LostLine(
          number: reader.lineNumber, bytes: reader.tornLine,
          finding: Diagnostic(.traceCut, "this line was not written to its end")))
      integrity.lostLines += 1
    }
    writer.finish()
  }

  private mutating func note(_ text: String) {
    last += 1
    writer.append(.note(seq: last, at: at, party: party, text: text))
  }

  private mutating func write(_ record: LogRecord<S.Machine.Event, S.Machine.Effect>) {
    integrity.records += 1
    (lastOld, at, party) = (record.seq, record.at, record.party)
    let cause = record.cause.flatMap { numbers[$0] }
    last += 1
    numbers.add(old: record.seq, new: last)
    writer.append(record.renumbered(last, cause: cause, after: lastEvent))
    if case .event = record { lastEvent = last }
  }
}
