import EventSourcing
import Traces

/// A trace that is made from another one: its records are numbered anew, and causes are named by
/// the new numbers.
package struct RewrittenTrace<Machine: Reducer> {
  package typealias Entry = LogRecord<Machine.Event, Machine.Effect>

  /// The number of the last record.
  package private(set) var last: Int64 = 0
  /// The number of the last event.
  package private(set) var lastEvent: Int64 = 0
  /// The number of records.
  package private(set) var count: Int64 = 0
  /// The instant of the last record.
  private(set) var at: Instant
  /// Whose record the last one is.
  private(set) var party = soleParty

  private var writer: TraceWriter<Machine>
  private var numbers = Renumbering()
  private var tornLine: [UInt8] = []

  /// Starts a trace with its header.
  package init(_ header: TraceHeader<Machine>, namesParties: Bool) {
    writer = TraceWriter(header, namesParties: namesParties)
    at = header.started
  }

  /// The number of bytes that wait to be taken.
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
  mutating func write(_ record: Entry) -> Entry {
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
    let new = record.renumbered(last, cause: cause, after: lastEvent)
    if case .event = new { lastEvent = last }
    keep(new)
    return new
  }

  /// Writes an event and the effects that it orders.
  package mutating func add(
    _ event: RecordedEvent<Machine.Event>, cause: Int64?, ordering effects: [Machine.Effect]
  ) {
    add(.event(event), cause: cause)
    for effect in effects { add(effect, of: event) }
  }

  /// Writes an effect of the last event.
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
