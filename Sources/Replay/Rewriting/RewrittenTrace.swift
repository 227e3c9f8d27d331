import EventSourcing
import Traces

/// A trace that is made from another one: its records are numbered anew, and causes are named by
/// the new numbers.
package struct RewrittenTrace<Machine: Reducer> {
  package typealias Entry = LogRecord<Machine.Event, Machine.Effect>

  package private(set) var last: Int64 = 0
  package private(set) var lastEvent: Int64 = 0
  package private(set) var count: Int64 = 0
  private(set) var at: Instant
  private(set) var party = soleParty

  private var writer: TraceWriter<Machine>
  private var numbers = Renumbering()
  private var tornLine: [UInt8] = []

  package init(_ header: TraceHeader<Machine>, namesParties: Bool) {
    writer = TraceWriter(header, namesParties: namesParties)
    at = header.started
  }

  /// Starts with the first line that `reader` has read, as it stands.
  init(like reader: TraceReader<Machine>, namesParties: Bool) {
    writer = TraceWriter(headerLine: reader.headerLine, namesParties: namesParties)
    at = reader.header.started
  }

  package var pending: Int { writer.pending }

  /// Hands over the bytes written since the last time.
  package mutating func take() -> [UInt8] {
    defer { tornLine = [] }
    return tornLine.isEmpty ? writer.take() : writer.take() + tornLine
  }

  // MARK: - Numbers

  /// Gives the first record the number `seq`, where it can be a first one.
  mutating func start(at seq: Int64) { last = numbers.start(at: seq) }

  /// The new number of the record `old` of the original trace; `nil` where it was left out.
  package func number(of old: Int64) -> Int64? { numbers[old] }

  /// Lets what follows from the record `old` of the original trace name `new` as its cause.
  package mutating func replace(_ old: Int64, by new: Int64) { numbers.add(old: old, new: new) }

  // MARK: - Records

  /// Writes a record of the original trace.
  ///
  /// A snapshot at the start keeps its number: the records before it are in another trace. A cause
  /// that no record has any more is dropped; an effect then belongs to the event before it.
  ///
  /// - Returns: The record with its number.
  @discardableResult
  package mutating func write(_ record: Entry) -> Entry {
    if count == 0, case .snapshot = record { start(at: record.seq) }
    let cause = record.cause.flatMap { numbers[$0] }
    replace(record.seq, by: last + 1)
    return add(record, cause: cause)
  }

  /// Writes a record that the original trace does not have like this, with the new number of its
  /// cause; an effect without one belongs to the last event.
  ///
  /// - Returns: The record with its number.
  @discardableResult
  package mutating func add(_ record: Entry, cause: Int64? = nil) -> Entry {
    last += 1
    let new = record.renumbered(last, at: record.at, cause: cause, after: lastEvent)
    if case .event = new { lastEvent = last }
    keep(new)
    return new
  }

  package mutating func add(
    _ event: RecordedEvent<Machine.Event>, cause: Int64?, ordering effects: [Machine.Effect]
  ) {
    add(.event(event), cause: cause)
    for effect in effects { add(effect, of: event) }
  }

  @discardableResult
  mutating func add(_ effect: Machine.Effect, of event: RecordedEvent<Machine.Event>) -> Entry {
    add(
      .effect(
        RecordedEffect(seq: 0, at: event.at, party: event.party, cause: 0, effect: effect)))
  }

  /// Writes a note, at the instant of the last record or of the one that comes next.
  mutating func note(_ text: String, with next: Entry? = nil) {
    add(.note(seq: 0, at: next?.at ?? at, party: next?.party ?? party, text: text))
  }

  /// Writes a note where the original trace lacks records after `old` and before `next`, `found`
  /// left out; it is the cause of what follows from one of them.
  mutating func noteMissing(
    after old: Int64, before next: Int64, besides found: [Int64] = [], with record: Entry? = nil
  ) {
    let runs = missingNumbers(between: old, and: next, besides: found)
    guard let missing = missingRecords(runs) else { return }
    note(missing, with: record)
    for run in runs { letLastStand(for: run) }
  }

  /// Lets the record written last be the cause of what follows from those of `run`.
  mutating func letLastStand(for run: ClosedRange<Int64>) { numbers.addMissing(run, new: last) }

  /// Writes a record under the number and the cause that it has.
  mutating func keep(_ record: Entry) {
    count += 1
    (at, party) = (record.at, record.party)
    writer.append(record)
  }

  // MARK: - The end

  /// Writes the end line with the hash of all that is before it.
  package mutating func seal() { writer.finish() }

  /// Ends as the original trace does: one that was cut stays cut, with its torn last line unless
  /// that is to be dropped.
  mutating func end(like reader: TraceReader<Machine>, keepsTornLine: Bool = true) {
    guard reader.ending.isCut else { return seal() }
    if keepsTornLine { tornLine = reader.tornLine }
  }
}

/// Takes what a world lets happen behind the records of the original trace.
extension RewrittenTrace: RecordSink {
  package mutating func append(
    event: Machine.Event, at: Instant, party: String, cause: Int64?
  ) -> RecordedEvent<Machine.Event> {
    let record = RecordedEvent(seq: last + 1, at: at, party: party, cause: cause, event: event)
    add(.event(record), cause: cause)
    return record
  }

  package mutating func append(
    effect: Machine.Effect, at: Instant, party: String, cause: Int64
  ) -> Int64 {
    add(
      .effect(RecordedEffect(seq: 0, at: at, party: party, cause: cause, effect: effect)),
      cause: cause)
    return last
  }
}

/// New sequence numbers for old ones.
///
/// They are kept as runs and found by binary search; an undamaged trace has a single run. Numbers
/// that do not rise, as in a damaged trace, stand beside the runs.
package struct Renumbering: Sendable {
  private var runs: [(old: Int64, new: Int64, count: Int64)] = []
  private var repeated: [Int64: Int64] = [:]
  /// The numbers that no record has, with the note that stands for them.
  private var missing: [(numbers: ClosedRange<Int64>, new: Int64)] = []
  private var highest: Int64?
  /// The number below which every record keeps its own.
  private var kept: Int64 = .min

  package init() {}

  /// Keeps `seq` as the first number of the trace, and every number before it: those records are in
  /// the log that was before. Returns the number before it; 0 where that cannot be a first number.
  mutating func start(at seq: Int64) -> Int64 {
    guard seq > 0, seq < .max / 2 else { return 0 }
    kept = seq
    return seq - 1
  }

  /// Records that the record `old` has the number `new`; a number that stands twice means the
  /// record that was added last.
  package mutating func add(old: Int64, new: Int64) {
    if let highest, old <= highest {
      repeated[old] = new
      return
    }
    highest = old
    if let run = runs.last, old == run.old &+ run.count, new == run.new &+ run.count {
      runs[runs.count - 1].count += 1
    } else {
      runs.append((old, new, 1))
    }
  }

  /// Lets the record `new` stand for records that are missing.
  mutating func addMissing(_ numbers: ClosedRange<Int64>, new: Int64) {
    missing.append((numbers, new))
  }

  /// The new number of the record `old`; `nil` where there is none.
  package subscript(old: Int64) -> Int64? {
    if old < kept { return old }
    if let new = repeated[old] { return new }
    let place = runs.position { $0.old <= old }
    if place > 0 {
      let run = runs[place - 1]
      // A file may hold any number, so differences wrap as `add` does.
      let offset = old &- run.old
      if (0..<run.count).contains(offset) { return run.new + offset }
    }
    return missing.last { $0.numbers.contains(old) }?.new
  }
}

extension LogRecord {
  /// The record under another number and at an instant; an effect without a cause belongs to the
  /// event before it.
  func renumbered(
    _ seq: Int64, at: Instant, cause: Int64?, after lastEvent: Int64
  ) -> LogRecord {
    switch self {
    case .event(var event):
      (event.seq, event.at, event.cause) = (seq, at, cause)
      return .event(event)
    case .effect(var effect):
      (effect.seq, effect.at, effect.cause) = (seq, at, cause ?? lastEvent)
      return .effect(effect)
    case .state(_, _, let party, let hash):
      return .state(seq: seq, at: at, party: party, hash: hash)
    case .note(_, _, let party, let text):
      return .note(seq: seq, at: at, party: party, text: text)
    case .snapshot(_, _, let party, let json):
      return .snapshot(seq: seq, at: at, party: party, json: json)
    }
  }
}
