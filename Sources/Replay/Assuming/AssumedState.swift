import Diagnostics
import EventSourcing
import Traces

/// A walk on which the state is changed as it is assumed: which assumptions hold by now, and what
/// they changed.
final class AssumedState {
  private(set) var fields: [AssumedField] = []

  private let walk: AnyTraceWalk
  private let file: String
  private var pending: [Entry]
  private var line: TraceLine?
  /// The state before the line that is taken, where an assumption leaves a part of it unchanged.
  private var before: Value?

  private struct Entry {
    let assumption: Assumption
    /// The name of its record, once that was met.
    var name: String?
    /// The place of what it changed among `fields`.
    var field: Int?

    /// Whether it holds after a line, or at the end of a process that this line brings.
    func holds(after line: TraceLine, _ record: ErasedRecord, atEnd: Bool) -> Bool {
      guard assumption.isOfEnd == atEnd else { return false }
      // It holds after the first record of its number, which a damaged trace may have twice.
      if line.seq == assumption.seq, name == nil { return true }
      guard assumption.repeats, let name, line.kind == .event else { return false }
      return atEnd || record.name == name
    }
  }

  init(_ assumptions: [Assumption], on walk: AnyTraceWalk, file: String) {
    pending = assumptions.map { Entry(assumption: $0) }
    self.walk = walk
    self.file = file
  }

  func next() throws(Diagnostic) -> TraceLine? {
    line = try walk.next()
    return line
  }

  func take() throws(Diagnostic) -> WalkStep {
    guard let line, let record = try walk.record() else { return try walk.take() }
    if pending.contains(where: { $0.assumption.isOfEnd }) {
      prepare(line, record, atEnd: true)
      if try walk.endProcess() { try apply(after: line, record, atEnd: true) }
    }
    let isEnd = try walk.seek()?.isProcessEnd == true
    prepare(line, record, atEnd: isEnd)
    let step = try walk.take()
    if isEnd { try apply(after: line, record, atEnd: true) }
    try apply(after: line, record, atEnd: false)
    return step
  }

  /// Keeps what the line must leave as it is.
  private func prepare(_ line: TraceLine, _ record: ErasedRecord, atEnd: Bool) {
    let isNeeded = pending.contains {
      $0.assumption.change == .unchanged
        && ($0.holds(after: line, record, atEnd: false)
          || atEnd && $0.holds(after: line, record, atEnd: true))
    }
    before = isNeeded ? walk.hidden() : nil
  }

  /// Changes the state behind a line as it is assumed.
  private func apply(
    after line: TraceLine, _ record: ErasedRecord, atEnd: Bool
  ) throws(Diagnostic) {
    for index in pending.indices where pending[index].holds(after: line, record, atEnd: atEnd) {
      pending[index].name = pending[index].name ?? record.name
      let assumption = pending[index].assumption
      do throws(AssignmentError) {
        try apply(index, record)
      } catch {
        throw Diagnostic(
          .assumptionRefused, "after record \(assumption.seq): \(error.message)",
          at: Place(file: file, line: line.number, column: 1), labels: [], notes: error.notes)
      }
    }
  }

  private func apply(_ index: Int, _ record: ErasedRecord) throws(AssignmentError) {
    let assumption = pending[index].assumption
    guard let hidden = walk.hidden() else {
      throw AssignmentError(message: "\(walk.header.sdk) does not describe its state")
    }
    let way = hidden.way(to: record.party)
    let path = fullPath(assumption.path, below: way)
    let changed: Value
    switch assumption.change {
    case .value(let text): changed = try self.changed(hidden, path, to: text)
    case .absent: changed = try self.changed(hidden, path, to: nil)
    case .unchanged:
      guard let steps = hidden.steps(to: path[...]) ?? before?.steps(to: path[...]) else {
        // Where nothing is, there is nothing to leave.
        if assumption.repeats { return }
        throw AssignmentError(message: "the state has no field '\(path)' here")
      }
      // Reading a text would not find the place of a value that has members.
      changed = hidden.setting(steps, to: before?.at(steps)) ?? hidden
    }
    guard walk.assume(changed) else {
      throw AssignmentError(message: "the state cannot have \(assumption.path) so")
    }
    if let field = pending[index].field { return fields[field].count += 1 }
    pending[index].field = fields.count
    fields.append(
      AssumedField(
        record: record, path: assumption.path, machine: hidden.at(path: path[...]),
        value: changed.at(path: path[...])))
  }

  private func changed(
    _ hidden: Value, _ path: String, to text: String?
  ) throws(AssignmentError) -> Value {
    try FieldAssignment(name: "the state", text: text, start: walk.header.started)
      .changed(hidden, walk.hiddenSchema(), at: path[...])
  }

  /// The whole way to a field: below the party's state, unless only all of the state has it.
  private func fullPath(_ path: String, below way: [ValueStep]) -> String {
    guard !way.isEmpty else { return path }
    let first = path.prefix { $0 != "." && $0 != "[" }
    let isGlobal = walk.hiddenSchema().fields.contains { $0.name == first }
    return isGlobal ? path : "\(way.path).\(path)"
  }

  /// An assumption whose record was not met; `nil` where all were.
  var missing: Assumption? { pending.first { $0.name == nil }?.assumption }
}

extension DiagnosticCode {
  /// An assumption about the state that cannot be made.
  static let assumptionRefused = DiagnosticCode(
    .input, "T445", "an assumption that cannot be made",
    """
    --assume names a record by its number, a field of what the machine remembers of the record's
    party, and a value of its type, absent, or unchanged:

      pushtrace replay field.trace.jsonl --assume '70 registration.in_flight=absent'
      pushtrace replay field.trace.jsonl --assume '70.. registration.failures=unchanged'
      pushtrace replay field.trace.jsonl --assume '70:end in_app.showing=unchanged'

    Two dots after the number change the field once more after each later record of the same name,
    of any device.
    With :end it is changed between the end of the old process and the start of the new one, where
    record 70 is a launch that finds a process alive; with :end.. at each later end as well.
    Fields are named as in snapshots, which 'pushtrace replay --snapshots' writes: the state that
    specs see is a part of them.
    """)
}

/// A field of the hidden state that is taken to have another value after a record.
public struct Assumption: Equatable, Sendable {
  /// The number of the record after which it holds.
  public var seq: Int64
  /// The way to the field in the state of the record's party, such as `registration.in_flight`.
  public var path: String
  /// The value that it takes.
  public var change: Change
  /// Whether it takes it once more after each later record of the same name.
  public var repeats: Bool
  /// Whether it takes it as the process ends, which a launch may do at first; of repeated ones at
  /// each later end.
  public var isOfEnd: Bool

  /// The change of a field that is assumed.
  public enum Change: Equatable, Sendable {
    /// The value that this text stands for.
    case value(String)
    /// It has none.
    case absent
    /// The record leaves it as it was.
    case unchanged
  }

  /// Assumes a change after the record `seq`.
  public init(
    seq: Int64, path: String, change: Change, repeats: Bool = false, isOfEnd: Bool = false
  ) {
    self.seq = seq
    self.path = path
    self.change = change
    self.repeats = repeats
    self.isOfEnd = isOfEnd
  }

  /// Reads `SEQ FIELD=VALUE`, as a command line has it; `SEQ..` also stands for each later record
  /// of the same name, and `SEQ:end` for the end of a process.
  public init?(argument: String) {
    let parts = argument.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let equals = parts[1].firstIndex(of: "="),
      equals > parts[1].startIndex
    else { return nil }
    repeats = parts[0].hasSuffix("..")
    let place = repeats ? parts[0].dropLast(2) : parts[0]
    isOfEnd = place.hasSuffix(":end")
    guard let seq = Int64(isOfEnd ? place.dropLast(4) : place) else { return nil }
    self.seq = seq
    path = String(parts[1][..<equals])
    switch parts[1][parts[1].index(after: equals)...] {
    case "absent": change = .absent
    case "unchanged": change = .unchanged
    case let text: change = .value(String(text))
    }
  }
}

extension Assumption: CustomStringConvertible {
  /// The assumption as a command line has it.
  public var description: String {
    let value =
      switch change {
      case .value(let text): text
      case .absent: "absent"
      case .unchanged: "unchanged"
      }
    return "\(seq)\(isOfEnd ? ":end" : "")\(repeats ? ".." : "") \(path)=\(value)"
  }
}

/// A field of the hidden state that was changed on the way.
public struct AssumedField: Equatable, Sendable {
  /// The record after which it was changed first.
  public var record: ErasedRecord
  /// The way to it in the state of the record's party.
  public var path: String
  /// The value that the machine gives it; `nil` where it is absent.
  public var machine: Value?
  /// The value that it takes; `nil` where it is absent.
  public var value: Value?
  /// The number of times that it was changed.
  public var count = 1
}
