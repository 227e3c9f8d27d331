/// A receiver of the records of a run; it numbers them from 1 without gaps.
public protocol RecordSink<Event, Effect> {
  /// The events of the machine.
  associatedtype Event: Vocabulary
  /// The effects of the machine.
  associatedtype Effect: Vocabulary

  /// Takes an event and returns it with its number.
  mutating func append(
    event: Event, at: Instant, party: String, cause: Int64?
  ) -> RecordedEvent<Event>

  /// Takes an effect of the event `cause` and returns its number.
  @discardableResult mutating func append(
    effect: Effect, at: Instant, party: String, cause: Int64
  ) -> Int64
}

extension EventLog: RecordSink {}

/// Numbers records without keeping them, for searches that need no log.
public struct RecordCounter<Event: Vocabulary, Effect: Vocabulary>: RecordSink, Sendable {
  /// The number of records.
  public private(set) var count: Int64 = 0

  /// Starts at nothing.
  public init() {}

  public mutating func append(
    event: Event, at: Instant, party: String, cause: Int64?
  ) -> RecordedEvent<Event> {
    count += 1
    return RecordedEvent(seq: count, at: at, party: party, cause: cause, event: event)
  }

  public mutating func append(
    effect: Effect, at: Instant, party: String, cause: Int64
  ) -> Int64 {
    count += 1
    return count
  }
}
