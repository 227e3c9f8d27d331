import Diagnostics
import EventSourcing
import Files
import Inspection
import Replay
import Reports
import SpecFormat
import Specs
import Traces

/// A trace under the debugger, and where its records stand in the file that an editor shows.
struct DebuggedTrace {
  let trace: InspectedTrace
  let places: RecordPlaces
  private let input: ReplayInput
  private let system: RegisteredSystem
  private let isLenient: Bool
  /// The records that differ from the machine's.
  let drifts: Set<Int64>

  var history: TraceHistory { trace.history }

  /// The number of its records.
  var count: Int { history.summary.records }

  /// The names of all events and effects.
  var words: [String] { (system.erased.events + system.erased.effects).map(\.name) }

  private init(
    _ file: TraceFile, lenient: Bool, among systems: [RegisteredSystem],
    places: (InspectedTrace, RegisteredSystem) throws -> RecordPlaces
  ) throws {
    trace = try InspectedTrace(file, lenient: lenient, times: .relative, among: systems)
    system = try file.system(among: systems)
    self.places = try places(trace, system)
    input = file.input
    isLenient = lenient
    drifts = Set(trace.summary.drifts)
    if count == 0 { throw Stop(.invalid, "the trace has no records to step through") }
  }

  /// Opens what an editor launches: a trace, a log, or the scenario that `FILE:LINE` names.
  init(program: String, lenient: Bool, among systems: [RegisteredSystem]) throws {
    let isFolder = FileTree.isFolder(program) == true
    let selected = isFolder ? nil : SpecPaths([program]).files.first
    let file = selected?.path ?? program
    let whole = file.hasPrefix("/") ? file : POSIX.resolved(file) ?? file
    let path = selected?.line.map { "\(whole):\($0)" } ?? whole
    let name = program.split(separator: ":").first ?? ""
    if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
      self = try DebuggedTrace(scenario: path, among: systems)
      return
    }
    guard OpenFile.isRepeatable(program) else {
      throw Stop(.usage, "'\(program)' cannot be read more than once: launch a file or a log")
    }
    let trace = TraceFile(path)
    try self.init(trace, lenient: lenient, among: systems) { _, _ in
      RecordPlaces(path: trace.isLog ? nil : path, starts: nil)
    }
  }

  private init(scenario path: String, among systems: [RegisteredSystem]) throws {
    let session = try CheckSession(paths: [path], systems: systems)
    guard let run = session.runs.first, !session.hasErrors else {
      throw Diagnostics(session.findings)
    }
    let titles = session.runs.map(\.scenario.title.place).eachOnce()
    guard titles.count == 1 else {
      throw Stop(.usage, "the spec has \(titles.count) scenarios: name one as FILE:LINE")
    }
    let file = TraceFile(run.scenario.title.label, bytes: run.trace(session.options))
    try self.init(file, lenient: false, among: systems) {
      var scenario = run.scenario
      // Only a run shows when its steps happened that wait for a record.
      if scenario.steps.contains(where: \.isOpen) {
        scenario.steps = run.perform(session.options).steps
      }
      let starts = try scenario.starts(in: $1.erased.walk(file.input))
      return RecordPlaces(path: run.scenario.title.place.file, starts: starts)
    }
  }

  func record(at position: Int) throws -> ErasedRecord {
    guard let record = try history.records(position..<(position + 1)).first else {
      throw Stop(.usage, "the trace has no such record")
    }
    return record
  }

  /// A record as one line: number, time, party, name and fields.
  func line(of record: ErasedRecord) -> String {
    var table = RecordTable(trace.values, showsParties: trace.parties.count > 1)
    table.add(record)
    return table.lines(.plain).joined()
  }

  /// The trace as it would be with one field of an event set, what is different then, and where a
  /// record of this one stands in it.
  func setting(
    _ path: String, of seq: Int64, to text: String, among systems: [RegisteredSystem]
  ) throws -> (trace: DebuggedTrace, outcome: WhatIfOutcome, position: (Int) -> Int) {
    var changes = TraceChanges()
    changes.assignments = [.init(seq: seq, path: path, text: text)]
    let (outcome, changed) = try system.whatIf(input, changes, isLenient, true)
    let file = TraceFile(trace.summary.file, bytes: changed.bytes)
    let new = try DebuggedTrace(file, lenient: isLenient, among: systems) { _, _ in
      try places.moved(by: changed.rows, in: history)
    }
    return (new, outcome, { old in changed.rows.lastIndex { 0...Int32(old) ~= $0 } ?? 0 })
  }
}

/// The lines of a file at which records stand.
struct RecordPlaces {
  /// The file; `nil` for a log, which is no text.
  let path: String?
  /// The positions of records at which a line begins, in order; `nil` where each record is a line.
  let starts: [(position: Int, line: Int)]?

  /// Whether a path leads to the file, however it is written.
  func isFile(_ other: String?) -> Bool {
    guard let path, let other else { return false }
    return path == other || POSIX.resolved(path).map { $0 == POSIX.resolved(other) } ?? false
  }

  /// The line of a record; the one that was begun last where several records belong to it.
  func line(of record: ErasedRecord, at position: Int?) -> Int {
    guard let starts else { return record.line ?? 0 }
    return starts.last { $0.position <= position ?? .max }?.line ?? 0
  }

  /// Whether a line begins with a record.
  func begins(_ line: Int, with record: ErasedRecord, at position: Int) -> Bool {
    guard let starts else { return record.line == line }
    return starts.contains { $0.position == position && $0.line == line }
  }

  /// The first line from `line` on at which a record stands, with its position.
  func first(from line: Int, in history: TraceHistory) throws -> (line: Int, position: Int)? {
    if let starts {
      let found = starts.filter { $0.line >= line }.min { $0.line < $1.line }
      return found.map { ($0.line, $0.position) }
    }
    let found = try (0..<history.summary.records).position {
      try history.records($0..<($0 + 1))[0].line.map { $0 < line } ?? false
    }
    return try history.records(found..<(found + 1)).first?.line.map { ($0, found) }
  }

  /// The same lines for the records of a changed trace, given the old position of each; new records
  /// belong to the line before them.
  fileprivate func moved(by rows: [Int32], in history: TraceHistory) throws -> RecordPlaces {
    var moved: [(position: Int, line: Int)] = []
    for (position, row) in rows.enumerated() where row >= 0 {
      guard let record = try history.records(Int(row)..<Int(row) + 1).first else { continue }
      let line = line(of: record, at: Int(row))
      if moved.last?.line != line { moved.append((position, line)) }
    }
    return RecordPlaces(path: path, starts: moved)
  }
}

extension Scenario {
  /// The positions at which its steps begin in its run, with their lines; what is history belongs
  /// to its title.
  fileprivate func starts(in walk: AnyTraceWalk) throws -> [(position: Int, line: Int)] {
    var starts = [(position: 0, line: title.line)]
    var rest = steps[...]
    var position = 0
    while let line = try walk.next() {
      while let step = rest.first {
        let at = given.clock + step.time.at
        if line.at < at { break }
        if line.at == at, let event = step.event {
          guard line.kind == .event, walk.name() == event.name, walk.party() == event.party else {
            break
          }
        }
        rest.removeFirst()
        starts.append((position, step.place.line))
        // Each event of an instant begins its own step.
        if step.event != nil { break }
      }
      position += 1
    }
    return starts
  }
}
