import EventSourcing
import Traces

/// A record as a timeline shows it: the record itself and its part in an exchange.
public struct TimelineRecord: Equatable, Sendable {
  /// The record.
  public var record: ErasedRecord
  /// Its part in an exchange with another party.
  public var part: RecordPart
}

/// The part of a record in an exchange between parties.
public enum RecordPart: Equatable, Sendable {
  /// A device asks something of a backend.
  case request(RequestKey)
  /// A device gets the answer to its request, or learns that there is none.
  case answer(RequestKey)
  /// A backend sends something to another party.
  case message
  /// A timer is set or cancelled.
  case timer
  /// Something for the machine's own use, which neither the app nor another party sees.
  case `internal`
  /// Anything else: what happens, and what reaches the app or the user.
  case other
}

/// One request of one device.
public struct RequestKey: Hashable, Sendable {
  /// The device that asks.
  public var party: String
  /// The device's number for the request.
  public var number: Int64
}

/// What is known of a record before its data is read.
public struct RecordOutline: Sendable {
  /// Its place in the trace.
  public var seq: Int64
  /// When it was recorded.
  public var at: Instant
  /// Whose record it is.
  public var party: String
  /// What kind of record it is.
  public var kind: ErasedRecord.Kind
  /// The event's or effect's name; the kind for the others.
  public var name: String
}
