import Diagnostics
import EventSourcing
import Traces

/// What became of a trace whose effects and state hashes were recorded anew.
public struct Rerecording: Equatable, Sendable {
  /// One record that changed.
  public struct Change: Equatable, Sendable {
    /// What the trace had; `nil` for a record that was added.
    public var old: ErasedRecord?
    /// What the trace has now; `nil` for a record that was removed.
    public var new: ErasedRecord?
    /// The fields in which the two differ.
    public var differences: [FieldDifference] = []
  }

  /// How many records of one name changed.
  public struct Count: Equatable, Sendable {
    /// The event's or effect's name; `state` for hashes.
    public var name: String
    /// Records that the trace did not have.
    public var added: Int
    /// Records that the trace does not have any more.
    public var removed: Int
    /// Records with other content.
    public var altered: Int

    /// Counts the changes of the records of one name.
    public init(name: String, added: Int = 0, removed: Int = 0, altered: Int = 0) {
      self.name = name
      self.added = added
      self.removed = removed
      self.altered = altered
    }
  }

  /// The instant from which durations are counted.
  public let started: Instant
  /// The changes by the names of records, in order of appearance.
  public private(set) var counts: [Count] = []
  /// The first changes; all are counted.
  public private(set) var changes: [Change] = []
  /// What was wrong with the trace before.
  public internal(set) var warnings: [Diagnostic] = []

  /// Whether nothing is wrong with the numbering, and the end line has the hash of other bytes.
  public internal(set) var needsOnlySeal = false

  /// The engine that the header named before, where it names this one now.
  public internal(set) var formerEngine: String?

  /// The greatest number of changes that are kept.
  public static var kept: Int { 20 }

  /// Whether every record is what it was before.
  public var isUnchanged: Bool { counts.isEmpty }

  init(started: Instant) { self.started = started }

  /// Records that a record was added.
  mutating func added(_ record: ErasedRecord) {
    counts[index(of: record.name)].added += 1
    keep(Change(new: record))
  }

  /// Records that a record was removed: an effect, or an event that answered one.
  mutating func removed(_ record: ErasedRecord) {
    counts[index(of: record.name)].removed += 1
    keep(Change(old: record))
  }

  /// Records that a record has other content now, or that an effect stands at another place among
  /// those of its event; another number or cause does not count.
  mutating func altered(
    _ old: ErasedRecord, _ new: ErasedRecord, order: (old: Int, new: Int)? = nil
  ) {
    let moved =
      order.map {
        differences(
          recorded: .integer(Int64($0.old) + 1), computed: .integer(Int64($0.new) + 1),
          path: "order")
      } ?? []
    let found =
      moved + differences(recorded: .instant(old.at), computed: .instant(new.at), path: "at")
      + differences(recorded: .text(old.party), computed: .text(new.party), path: "party")
      + differences(recorded: old.fields, computed: new.fields)
    if found.isEmpty, order == nil { return }
    counts[index(of: new.name)].altered += 1
    keep(Change(old: old, new: new, differences: found))
  }

  private mutating func keep(_ change: Change) {
    if changes.count < Rerecording.kept { changes.append(change) }
  }

  private mutating func index(of name: String) -> Int {
    if let index = counts.firstIndex(where: { $0.name == name }) { return index }
    counts.append(Count(name: name))
    return counts.count - 1
  }
}
