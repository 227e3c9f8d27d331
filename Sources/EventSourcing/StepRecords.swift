/// Collects the records of one step and forgets those before it, but for how many there were.
///
/// Public, as the steps of a world are specialised for public sinks alone.
public struct StepRecords<Event: Vocabulary, Effect: Vocabulary>: RecordSink, Sendable {
  /// The records of the step.
  public private(set) var records: [LogRecord<Event, Effect>] = []
  /// The number of the last record.
  public private(set) var count: Int64 = 0

  /// Starts at nothing.
  public init() {}

  /// Begins the next step, of a run that has so many records.
  public mutating func begin(after count: Int64) {
    records.removeAll(keepingCapacity: true)
    self.count = count
  }

  public mutating func append(
    event: Event, at: Instant, party: String, cause: Int64?
  ) -> RecordedEvent<Event> {
    count += 1
    let record = RecordedEvent(seq: count, at: at, party: party, cause: cause, event: event)
    records.append(.event(record))
    return record
  }

  public mutating func append(
    effect: Effect, at: Instant, party: String, cause: Int64
  ) -> Int64 {
    count += 1
    records.append(
      .effect(RecordedEffect(seq: count, at: at, party: party, cause: cause, effect: effect)))
    return count
  }
}
