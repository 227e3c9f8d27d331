import EventSourcing
import JSON

/// One line of a trace whose members are found but whose data is not read yet.
///
/// It is good until its reader goes on to the next line.
public struct TraceLine: Sendable {
  /// The line's number in the file, from 1.
  public internal(set) var number = 0
  /// What kind of record it is.
  public internal(set) var kind = ErasedRecord.Kind.note
  /// Its place in the trace.
  public internal(set) var seq: Int64 = 0
  /// When it was recorded.
  public internal(set) var at = Instant(milliseconds: 0)
  /// The record that led to it.
  public internal(set) var cause: Int64?

  /// Whether its members were found where our writer sets them and not looked at any further.
  var isOwnForm = true
  /// Where the party's name stands.
  var partyName: JSONString?
  /// Where the event's or effect's name, the hash or the note's text stands.
  var content = JSONString(start: 0, end: 0, escaped: false)
  /// Where the data stands, or the members of a snapshot; empty where there is none.
  var data = 0..<0
}
