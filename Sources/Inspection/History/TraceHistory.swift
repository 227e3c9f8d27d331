import Diagnostics
import EventSourcing
import Replay
import Simulation
import Traces

/// A trace whose records and states can be asked for in any order.
///
/// One pass leaves at most 256 checkpoints, each a value of the engine and a place in the file.
/// Whatever is asked for later is read and folded again from the checkpoint before it, so that
/// memory holds two sections of the trace and not its records.
public final class TraceHistory<S: System> {
  /// What there is to say about the trace as a whole.
  public let summary: HistorySummary

  typealias Entry = HistoryRecord<S.Machine>

  private let input: ReplayInput
  private let isLenient: Bool
  private let headerBytes: Int
  private let checkpoints: [Checkpoint<S>]
  private let last: Engine<S>
  /// The sections read last, the latest one first.
  private var sections: [(index: Int, entries: [Entry])] = []

  /// Reads the whole trace once; throws where a line of it is no record.
  ///
  /// With `lenient`, records of unknown names are kept as such and do nothing.
  public init(_ input: ReplayInput, as system: S.Type, lenient: Bool = false) throws(Diagnostic) {
    self.input = input
    isLenient = lenient
    var scan = try HistoryScan<S>(input, lenient: lenient)
    try scan.run()
    summary = scan.summary
    headerBytes = scan.headerBytes
    checkpoints = scan.checkpoints.all
    last = scan.engine
  }

  /// The machine after the last record.
  var final: Engine<S> { last }

  /// The record at `position`, which has to exist.
  func entry(at position: Int) throws(Diagnostic) -> Entry {
    let index = section(of: position)
    return try entries(of: index)[position - checkpoints[index].position]
  }

  /// The position of the record with this number, the last one before `limit` where a damaged
  /// trace has several; `nil` where there is none.
  func position(of seq: Int64, before limit: Int = .max) throws(Diagnostic) -> Int? {
    for index in checkpoints.indices.reversed() {
      let checkpoint = checkpoints[index]
      guard checkpoint.position < limit, checkpoint.lowest <= seq, seq <= checkpoint.highest else {
        continue
      }
      let found = try entries(of: index).last { $0.seq == seq && $0.position < limit }
      if let found { return found.position }
    }
    return nil
  }

  /// The position of the last record at or before `instant`; `nil` where all are later.
  func lastPosition(upTo instant: Instant) throws(Diagnostic) -> Int? {
    guard let index = checkpoints.lastIndex(where: { $0.at <= instant }) else { return nil }
    return try entries(of: index).last { $0.at <= instant }?.position
  }

  /// The machine before the record at `position`; after the last one where it is the number of
  /// records.
  func engine(before position: Int) throws(Diagnostic) -> Engine<S> {
    if position >= summary.records { return last }
    let index = section(of: position)
    var engine = checkpoints[index].engine
    for entry in try entries(of: index) where entry.position < position {
      if let event = entry.event { engine.fold(event) }
    }
    return engine
  }

  /// A part of the trace with what comes before it.
  struct Section {
    /// The machine before it.
    let engine: Engine<S>
    /// The instant of the record before it.
    let previous: Instant
    let entries: ArraySlice<Entry>
  }

  /// Passes the sections of the trace up to the record at `last` to a closure, the latest first,
  /// until `isDone` returns true.
  func visitSectionsBack(
    from last: Int, until isDone: (Section) throws(Diagnostic) -> Bool
  ) throws(Diagnostic) {
    guard last >= 0, last < summary.records else { return }
    for index in (0...section(of: last)).reversed() {
      let checkpoint = checkpoints[index]
      let entries = try entries(of: index).prefix(last - checkpoint.position + 1)
      let section = Section(
        engine: checkpoint.engine, previous: checkpoint.previous, entries: entries)
      if try isDone(section) { return }
    }
  }

  /// Passes each record from `first` on, with the machine before it, to a closure until `isDone`
  /// returns true.
  func visitForward(
    from first: Int, until isDone: (inout Engine<S>, Entry) throws(Diagnostic) -> Bool
  ) throws(Diagnostic) {
    guard first < summary.records else { return }
    var engine = try engine(before: first)
    for index in section(of: first)..<checkpoints.count {
      for entry in try entries(of: index) where entry.position >= first {
        if try isDone(&engine, entry) { return }
      }
    }
  }

  /// Passes the lines after a record to a closure, each with its cause and line number; nothing
  /// else of them is read.
  func visitLines(
    after entry: Entry,
    _ visit: (inout TraceReader<S.Machine>, TraceLine, Int64?, Int) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    let checkpoint = checkpoints[section(of: entry.position)]
    var reader = try reader(from: checkpoint)
    var position = checkpoint.position
    var lastEvent = checkpoint.lastEvent
    while let line = try reader.next() {
      if line.kind == .event { lastEvent = line.seq }
      if position > entry.position {
        let cause = line.cause ?? (line.kind == .effect ? lastEvent : nil)
        try visit(&reader, line, cause, checkpoint.line + line.number - 2)
      }
      position += 1
    }
  }

  private func section(of position: Int) -> Int {
    checkpoints.lastIndex { $0.position <= position } ?? 0
  }

  private func entries(of index: Int) throws(Diagnostic) -> [Entry] {
    if let found = sections.firstIndex(where: { $0.index == index }) {
      sections.swapAt(0, found)
      return sections[0].entries
    }
    let entries = try read(checkpoints[index])
    sections.insert((index, entries), at: 0)
    if sections.count > 2 { sections.removeLast() }
    return entries
  }

  private func reader(
    from checkpoint: Checkpoint<S>
  ) throws(Diagnostic) -> TraceReader<S.Machine> {
    try TraceReader(
      file: input.file, defaults: .of(S.self), lenient: isLenient,
      source: try input.section(header: headerBytes, from: checkpoint.offset))
  }

  private func read(_ checkpoint: Checkpoint<S>) throws(Diagnostic) -> [Entry] {
    var reader = try reader(from: checkpoint)
    var entries: [Entry] = []
    entries.reserveCapacity(checkpoint.count)
    var lastEvent = checkpoint.lastEvent
    while entries.count < checkpoint.count, let line = try reader.next() {
      let content = try reader.record(line)
      if line.kind == .event { lastEvent = line.seq }
      entries.append(
        Entry(
          position: checkpoint.position + entries.count,
          // The reader has seen the header line and nothing else before the section.
          line: checkpoint.line + line.number - 2, seq: line.seq, at: line.at, party: reader.party,
          cause: line.cause ?? (line.kind == .effect && lastEvent > 0 ? lastEvent : nil),
          kind: line.kind, content: content,
          unknownName: content == nil ? reader.name(of: line) : ""))
    }
    if entries.count < checkpoint.count {
      throw Diagnostic(
        .traceDamaged, "the trace became shorter while it was read",
        at: Place(file: input.file, line: checkpoint.line + entries.count, column: 1))
    }
    return entries
  }
}
