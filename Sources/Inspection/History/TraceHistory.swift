import Diagnostics
import EventSourcing
import Replay
import Traces

/// A trace whose records and states can be asked for in any order.
///
/// One pass leaves at most 256 checkpoints, each a place in the file with the machine as it was
/// there. Whatever is asked for later is read and folded again from the checkpoint before it, so
/// that memory holds two sections of the trace and not its records.
public final class TraceHistory {
  /// The summary of the whole trace.
  public let summary: HistorySummary
  /// The system by which it was folded, which knows its backends and effects.
  public let system: AnySystem

  private let checkpoints: [Checkpoint]
  /// A walk behind the last record.
  let last: AnyTraceWalk
  /// The sections read last, the latest one first.
  private var sections: [(index: Int, entries: [Entry])] = []

  /// A record and its place among the others.
  struct Entry {
    /// The number of records before it.
    let position: Int
    /// The record; an effect that names no cause has the event before it as its cause.
    let record: ErasedRecord
    /// Whether a lenient reader passes over it.
    let isUnknown: Bool
  }

  /// Reads the whole trace once; throws where a line of it is no record.
  ///
  /// With `lenient`, records of unknown names are kept as such and do nothing.
  public init(
    _ input: ReplayInput, of system: AnySystem, lenient: Bool = false
  ) throws(Diagnostic) {
    let walk = try system.walk(input, lenient: lenient)
    self.system = system
    var scan = HistoryScan(walk, file: input.file)
    try scan.run()
    summary = scan.summary
    checkpoints = scan.checkpoints.all
    last = walk
  }

  // MARK: - Records

  /// The record at `position`, which has to exist.
  func entry(at position: Int) throws(Diagnostic) -> Entry {
    let index = section(of: position)
    return try entries(of: index)[position - checkpoints[index].position]
  }

  /// The position of the record with this number, the last one before `limit` where a damaged
  /// trace has several; `nil` where there is none.
  public func position(of seq: Int64, before limit: Int = .max) throws(Diagnostic) -> Int? {
    for index in checkpoints.indices.reversed() {
      let checkpoint = checkpoints[index]
      guard checkpoint.position < limit, checkpoint.lowest <= seq, seq <= checkpoint.highest else {
        continue
      }
      let found = try entries(of: index).last { $0.record.seq == seq && $0.position < limit }
      if let found { return found.position }
    }
    return nil
  }

  /// The position of the last record of `party` up to `position`; `nil` where there is none.
  package func lastPosition(
    of party: String, upTo position: Int
  ) throws(Diagnostic) -> Int? {
    try findBack(from: position) { $0.record.party == party }?.position
  }

  /// The position of the last record at or before `instant`; `nil` where all are later.
  func lastPosition(upTo instant: Instant) throws(Diagnostic) -> Int? {
    guard let index = checkpoints.lastIndex(where: { $0.at <= instant }) else { return nil }
    return try entries(of: index).last { $0.record.at <= instant }?.position
  }

  /// The records from `position` back, section by section, until `isFound` returns true.
  func findBack(
    from position: Int, where isFound: (Entry) throws(Diagnostic) -> Bool
  ) throws(Diagnostic) -> Entry? {
    guard (0..<summary.records).contains(position) else { return nil }
    for index in (0...section(of: position)).reversed() {
      for entry in try entries(of: index).reversed() where entry.position <= position {
        if try isFound(entry) { return entry }
      }
    }
    return nil
  }

  /// The first record from `position` on for which `isFound` returns true.
  func findOn(
    from position: Int, where isFound: (Entry) -> Bool
  ) throws(Diagnostic) -> Entry? {
    for next in max(0, position)..<max(0, position, summary.records) {
      let entry = try entry(at: next)
      if isFound(entry) { return entry }
    }
    return nil
  }

  // MARK: - The machine

  /// A walk whose next record is the one at `position`; the one at the end where there is none.
  package func walk(before position: Int) throws(Diagnostic) -> AnyTraceWalk {
    guard position < summary.records else { return last }
    let checkpoint = checkpoints[section(of: position)]
    let walk = try checkpoint.mark()
    for _ in checkpoint.position..<position {
      if try walk.next() != nil { _ = try walk.take() }
    }
    return walk
  }

  /// A part of the trace, with a walk that stands at its start.
  struct Section {
    let walk: AnyTraceWalk
    /// The instant of the record before it.
    let previous: Instant
    /// The position of its first record.
    let position: Int
    /// The number of its records that are wanted.
    let count: Int

    /// Passes each event to `visit`, which takes it.
    func visitEvents(
      _ visit: (_ line: TraceLine, _ position: Int) throws(Diagnostic) -> Void
    ) throws(Diagnostic) {
      for position in position..<(position + count) {
        guard let line = try walk.next() else { return }
        if line.kind == .event { try visit(line, position) } else { _ = try walk.take() }
      }
    }
  }

  /// Passes the sections of the trace up to the record at `last` to a closure, the latest first,
  /// until `isDone` returns true.
  func visitSectionsBack(
    from last: Int, until isDone: (Section) throws(Diagnostic) -> Bool
  ) throws(Diagnostic) {
    guard last >= 0, last < summary.records else { return }
    for index in (0...section(of: last)).reversed() {
      let checkpoint = checkpoints[index]
      let section = Section(
        walk: try checkpoint.mark(), previous: checkpoint.previous, position: checkpoint.position,
        count: min(checkpoint.count, last - checkpoint.position + 1))
      if try isDone(section) { return }
    }
  }

  /// Passes each event from the record at `first` on to `isDone`, which takes it, until that
  /// returns true.
  func visitEvents(
    from first: Int, until isDone: (AnyTraceWalk, TraceLine) throws(Diagnostic) -> Bool
  ) throws(Diagnostic) {
    let walk = try walk(before: first)
    while let line = try walk.next() {
      if line.kind != .event { _ = try walk.take() } else if try isDone(walk, line) { return }
    }
  }

  // MARK: - Sections

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

  private func read(_ checkpoint: Checkpoint) throws(Diagnostic) -> [Entry] {
    var entries: [Entry] = []
    entries.reserveCapacity(checkpoint.count)
    let walk = try checkpoint.mark()
    while entries.count < checkpoint.count, let line = try walk.next() {
      let record = try walk.record()
      entries.append(
        Entry(
          position: checkpoint.position + entries.count, record: record ?? walk.outline(line),
          isUnknown: record == nil))
    }
    if entries.count < checkpoint.count {
      throw Diagnostic(
        .traceDamaged, "the trace became shorter while it was read",
        at: Place(file: summary.file, line: 1, column: 1))
    }
    return entries
  }
}
