import EventSourcing
import Replay
import Traces

/// Why a record is there: what led to it, back to where it came in from outside.
public struct Explanation: Equatable, Sendable {
  /// One record of the chain.
  public struct Step: Equatable, Sendable {
    /// The record; of an effect that the trace does not have, its party and instant with the number
    /// of the event that orders it.
    public var record: ErasedRecord
    /// How it is known that it led to the next one.
    public var evidence: Evidence
  }

  /// How it is known that a record led to another one.
  public enum Evidence: String, CaseIterable, Sendable {
    /// The other record names it as its cause.
    case recorded
    /// The fold shows it; the other record names no cause.
    case folded
    /// As `folded`, and the record itself is missing: the trace does not have this effect.
    case ordered
  }

  /// What the chain ends with.
  public enum Origin: Equatable, Sendable {
    /// The app, the user or the system did something.
    case outside
    /// The harness wrote it.
    case harness
    /// A record with this number is named as the cause and is not in the trace.
    case missing(Int64)
    /// Nothing before it explains it.
    case unexplained
    /// It is a remark or the hash of a state: it follows from nothing.
    case remark
    /// It is longer than what is followed.
    case cut
  }

  /// The record asked about, first, and what led to it, step by step.
  public var chain: [Step]
  /// What the chain ends with.
  public var origin: Origin
  /// The event that decided: the record itself, or the one that ordered the effect.
  public var event: ErasedRecord?
  /// What that event changed in its party's state, old values first.
  public var changes: [FieldDifference]
  /// The records that name this one as their cause, at most `kept` of them.
  public var consequences: [ErasedRecord]
  /// How many records name this one as their cause.
  public var consequenceCount: Int

  /// The number of consequences kept.
  public static var kept: Int { 20 }
  /// The number of steps of a chain followed.
  static var longest: Int { 1_000 }

  /// The record asked about.
  public var record: ErasedRecord { chain[0].record }
}
