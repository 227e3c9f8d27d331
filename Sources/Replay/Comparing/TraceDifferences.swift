import EventSourcing
import Traces

/// What two traces do not have in common.
public struct TraceDifferences: Sendable {
  /// The differences in the order of the traces, at most `kept` of them; what only follows from
  /// another one is counted there.
  public var differences: [TraceDifference] = []
  /// All of them by what they are, in the order of their first.
  public var groups: [Group] = []
  /// When each trace began; its times are counted from there.
  public var started = (left: Instant.distantPast, right: Instant.distantPast)
  /// The fields in which the headers differ: profile, readings and configuration.
  public var settings: [FieldDifference] = []
  /// How many records each trace has.
  public var records: (left: Int, right: Int) = (0, 0)
  /// How many records correspond to one of the other trace and say the same.
  public var same = 0
  /// How many records differ only because others do.
  public var consequences = 0
  /// The number of differences; `differences` has the first of them.
  public var count = 0

  /// The differences that are kept; all are counted.
  public static var kept: Int { 10_000 }

  /// The time by which the second trace began later.
  public var startShift: TimeSpan { started.right - started.left }

  /// Whether the traces say the same.
  public var isEmpty: Bool { count == 0 && settings.isEmpty }

  /// Differences of one sort.
  public struct Group: Equatable, Sendable {
    /// In which way the traces differ.
    public var kind: TraceDifference.Kind
    /// What kind of record it is; for shifts, of the first.
    public var record: ErasedRecord.Kind
    /// The name of the records; for shifts, of the first.
    public var name: String
    /// The fields that differ, without the places in lists.
    public var fields: [String]
    /// The number of them.
    public var count = 0
    /// How many records differ only because of them.
    public var consequences = 0
    /// The index of the first in all differences.
    public var first: Int
  }
}

/// One difference of two traces.
public struct TraceDifference: Equatable, Sendable {
  /// In which way they differ.
  public var kind: Kind
  /// The record of the first trace; `nil` where only the second has one.
  public var left: ErasedRecord?
  /// The record of the second trace.
  public var right: ErasedRecord?
  /// The fields in which the two differ.
  public var fields: [FieldDifference] = []
  /// How much later the second trace is from here on; for a shift.
  public var shift = TimeSpan.zero
  /// The number of records shifted like this, up to the next shift.
  public var shifted = 0
  /// How many records differ only because of this one.
  public var consequences = 0

  /// The ways to differ.
  public enum Kind: String, CaseIterable, Sendable {
    /// Only the first trace has the record.
    case removed
    /// Only the second trace has the record.
    case added
    /// Both have it, with other fields.
    case changed
    /// Both have it and what follows, all of it earlier or later.
    case shifted
  }
}
