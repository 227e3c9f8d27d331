/// An append-only log: the one source from which every state follows.
public struct EventLog<Event: Vocabulary, Effect: Vocabulary>: Sendable {
  /// All records in order, except those that were taken.
  public private(set) var records: [LogRecord<Event, Effect>] = []
  /// The number of records taken; the record with number `n` is at index `n - 1 - taken`.
  public private(set) var taken: Int64 = 0

  /// Creates an empty log.
  public init() {}

  /// The number of records, those that were taken included.
  public var count: Int64 { taken + Int64(records.count) }

  /// The sequence number that the next record takes.
  public var nextSeq: Int64 { count + 1 }

  /// The record with sequence number `seq`; `nil` where there is none, or it was taken.
  public subscript(seq: Int64) -> LogRecord<Event, Effect>? {
    guard seq > taken, seq < nextSeq else { return nil }
    return records[Int(seq - 1 - taken)]
  }

  /// Takes all records out, for a long run that keeps them elsewhere; later records are numbered
  /// as if they were still here.
  public mutating func takeRecords() -> [LogRecord<Event, Effect>] {
    taken += Int64(records.count)
    defer { records = [] }
    return records
  }

  /// Forgets all records and keeps their storage, for the records of one step of a run that has
  /// `count` records before it.
  public mutating func begin(after count: Int64) {
    records.removeAll(keepingCapacity: true)
    taken = count
  }

  /// Writes down an event and returns it with its place.
  public mutating func append(
    event: Event, at: Instant, party: String, cause: Int64?
  ) -> RecordedEvent<Event> {
    let record = RecordedEvent(seq: nextSeq, at: at, party: party, cause: cause, event: event)
    records.append(.event(record))
    return record
  }

  /// Writes down an effect of the event `cause` and returns its place.
  public mutating func append(
    effect: Effect, at: Instant, party: String, cause: Int64
  ) -> Int64 {
    let seq = nextSeq
    records.append(
      .effect(RecordedEffect(seq: seq, at: at, party: party, cause: cause, effect: effect)))
    return seq
  }

  /// Adds records that bear the numbers which come next.
  public mutating func append(contentsOf records: [LogRecord<Event, Effect>]) {
    self.records += records
  }

  /// Writes down a note.
  public mutating func append(note: String, at: Instant, party: String) {
    records.append(.note(seq: nextSeq, at: at, party: party, text: note))
  }
}
