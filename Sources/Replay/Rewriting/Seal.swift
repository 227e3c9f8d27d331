import Diagnostics
import EventSourcing
import Simulation
import Traces

/// Writes a trace anew with rising numbers and a hash that fits, and a note wherever records are
/// missing; `sink` takes the bytes in pieces. Returns what was wrong before.
///
/// The note is the cause of what followed from them; where they were the first ones, the header
/// says that what was before the trace is not known.
@discardableResult
public func seal<S: System>(
  _ input: ReplayInput, as system: S.Type, into sink: ([UInt8]) throws -> Void
) throws -> TraceIntegrity {
  var rewriter = try sealing(input, as: system, setsAside: false)
  try rewriter.run(into: sink)
  return TraceIntegrity(records: rewriter.records, ending: rewriter.ending)
}

/// Writes a trace anew as `seal` does, and goes on where a line cannot be read: `aside` takes such
/// lines, and a note stands in their place.
///
/// A header that cannot be read is thrown: nothing can be said of what follows it.
public func repair<S: System>(
  _ input: ReplayInput, as system: S.Type, into sink: ([UInt8]) throws -> Void,
  aside: (LostLine) throws -> Void
) throws -> TraceIntegrity {
  var rewriter = try sealing(input, as: system, setsAside: true)
  var lostLines = 0
  while let bytes = try rewriter.next() {
    for line in rewriter.rewriting.takeLost() {
      lostLines += 1
      try aside(line)
    }
    try sink(bytes)
  }
  return TraceIntegrity(
    records: rewriter.records, ending: rewriter.ending, lostLines: lostLines)
}

/// The trace that `repair` writes, made anew each time that it is opened.
public func repaired<S: System>(_ input: ReplayInput, as system: S.Type) -> ReplayInput {
  ReplayInput(file: input.file) { () throws(Diagnostic) in
    var rewriter = try sealing(input, as: system, setsAside: true)
    var source = byteSource(of: [UInt8]())
    return { (buffer: UnsafeMutableRawBufferPointer) throws(Diagnostic) -> Int in
      while true {
        let count = try source(buffer)
        if count > 0 { return count }
        guard let bytes = try rewriter.next() else { return 0 }
        _ = rewriter.rewriting.takeLost()
        source = byteSource(of: bytes)
      }
    }
  }
}

private func sealing<S: System>(
  _ input: ReplayInput, as system: S.Type, setsAside: Bool
) throws(Diagnostic) -> TraceRewriter<Sealer<S>> {
  try TraceRewriter(input, setsAside: setsAside) { header throws(Diagnostic) in
    let missing = try MissingNumbers(input, system, setsAside)
    if missing.isBeginning { header.hasUnknownHistory = true }
    return Sealer(setsAside: setsAside, missing.isBeforeSnapshot ? Engine(header) : nil)
  }
}

/// The numbers that a trace lacks, looked for before it is written anew.
private struct MissingNumbers {
  /// Whether records are missing before the first one, and no snapshot says what they led to.
  private(set) var isBeginning = false
  /// Whether a snapshot stands behind a number that is missing or repeated: the numbers of records
  /// in it are others in the new trace.
  private(set) var isBeforeSnapshot = false

  init<S: System>(
    _ input: ReplayInput, _ system: S.Type, _ setsAside: Bool
  ) throws(Diagnostic) {
    var reader = try TraceWalk<S>(input).reader
    var last: Int64?
    var isWhole = true
    while !isBeforeSnapshot {
      do throws(Diagnostic) {
        guard let line = try reader.next() else { return }
        if let last {
          isWhole = isWhole && line.seq == last &+ 1
          isBeforeSnapshot = !isWhole && line.kind == .snapshot
        } else if let record = try reader.checkedRecord(line, of: S.self) {
          if case .snapshot = record {} else { isBeginning = record.seq > 1 }
        }
        last = line.seq
      } catch {
        guard setsAside, error.isAboutOneLine else { throw error }
        isWhole = false
      }
    }
  }
}

/// A line of a damaged trace that is no part of the repaired one.
public struct LostLine: Equatable, Sendable {
  /// Its number in the damaged trace, from 1.
  public let number: Int
  /// The line as it stands, without its line end.
  public let bytes: [UInt8]
  /// The reason why it is left out.
  public let finding: Diagnostic
}

/// Numbers the records of a trace anew and notes what is missing.
private struct Sealer<S: System>: TraceRewriting {
  private let setsAside: Bool
  /// The machine after the events of the new trace, where snapshots take its numbers.
  private var engine: Engine<S>?
  /// The number that the record read last had.
  private var lastOld: Int64 = 0
  /// Lines set aside that were not handed over yet.
  private var lost: [LostLine] = []
  /// The lines in a row for which there is no note yet.
  private var gap: (first: Int, last: Int, why: String)?
  /// The rising numbers that begin lines set aside after the record read last.
  private var setAsideNumbers: [Int64] = []

  init(setsAside: Bool, _ engine: Engine<S>?) {
    self.setsAside = setsAside
    self.engine = engine
  }

  var isFull: Bool { lost.count >= 1_000 }

  mutating func takeLost() -> [LostLine] {
    defer { lost = [] }
    return lost
  }

  mutating func take(_ line: TraceLine, in pass: inout RewritingPass<S>) throws(Diagnostic) {
    guard var record = try pass.walk.reader.checkedRecord(line, of: S.self) else { return }
    if setsAside, record.seq <= lastOld {
      throw Diagnostic(
        .traceDamaged, "record \(record.seq) again, or late: it follows record \(lastOld)",
        at: Place(file: "", line: pass.walk.reader.lineNumber, column: 1), labels: [])
    }
    defer { (lastOld, setAsideNumbers) = (record.seq, []) }
    let isFirst = pass.trace.count == 0
    if isFirst, case .snapshot = record {
      // The snapshot stays the first record: what was before it was lost is said after it.
      pass.trace.write(record)
      _ = try fold(line, &pass.walk)
      return noteGap(in: &pass)
    }
    noteGap(in: &pass, before: isFirst ? record : nil)
    pass.trace.noteMissing(
      after: lastOld, before: record.seq, besides: setAsideNumbers, with: record)
    let step = try fold(line, &pass.walk)
    if let engine, line.kind == .snapshot, let old = pass.walk.fold.engine.snapshot,
      try pass.walk.reader.records(old, in: line)
    {
      record = engine.renewed(record)
    }
    let written = pass.trace.write(record)
    if let event = pass.folded(written, by: step) { engine?.fold(event) }
  }

  private mutating func fold(
    _ line: TraceLine, _ walk: inout TraceWalk<S>
  ) throws(Diagnostic) -> WalkStep? {
    guard engine != nil else { return nil }
    try engine?.begin(at: line, &walk.reader)
    return try walk.take(line)
  }

  mutating func setAside(_ finding: Diagnostic, of walk: inout TraceWalk<S>) throws(Diagnostic) {
    guard setsAside, finding.isAboutOneLine else { throw finding }
    let number = walk.reader.lineNumber
    lost.append(LostLine(number: number, bytes: walk.reader.lineBytes, finding: finding))
    if let seq = walk.reader.passOverLine(), seq > setAsideNumbers.last ?? lastOld {
      setAsideNumbers.append(seq)
    }
    gap = (gap?.first ?? number, number, gap?.why ?? finding.message)
  }

  mutating func finish(_ pass: inout RewritingPass<S>) {
    let reader = pass.walk.reader
    noteGap(in: &pass)
    if reader.ending.isCut {
      pass.trace.note("the trace was cut here: it had no end line")
    } else if let end = reader.announcedEnd, end < .max {
      pass.trace.noteMissing(after: lastOld, before: end + 1, besides: setAsideNumbers)
    }
    if setsAside, !reader.tornLine.isEmpty {
      lost.append(
        LostLine(
          number: reader.lineNumber, bytes: reader.tornLine,
          finding: Diagnostic(.traceCut, "this line was not written to its end")))
    }
    pass.trace.seal()
  }

  /// Notes the lines set aside, at the instant of the record before them, or of `first` where none
  /// is before them.
  private mutating func noteGap(
    in pass: inout RewritingPass<S>, before first: RewrittenTrace<S.Machine>.Entry? = nil
  ) {
    guard let gap else { return }
    let lines =
      gap.first == gap.last
      ? "line \(gap.first) was set aside" : "lines \(gap.first) to \(gap.last) were set aside"
    pass.trace.note("\(lines): \(gap.why)", with: first)
    for seq in setAsideNumbers { pass.trace.letLastStand(for: seq...seq) }
    self.gap = nil
  }
}
