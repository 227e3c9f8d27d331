import Diagnostics
import EventSourcing
import Replay
import Reports
import Traces

/// The differences that changes to a trace lead to.
public struct WhatIfOutcome: Equatable, Sendable {
  /// A change that was made.
  public enum Applied: Equatable, Sendable {
    /// An event that does not happen.
    case skipped(ErasedRecord)
    /// An event with other content, and the fields that were set.
    case altered(ErasedRecord, [FieldDifference])
    /// An event that happens besides.
    case inserted(ErasedRecord)
  }

  /// An effect that is different with the changes.
  ///
  /// Effects of the recorded events have the number of their event; those of events that the trace
  /// does not have, such as timers that fire at other times, have the number 0.
  public struct EffectChange: Equatable, Sendable {
    /// The effect in the original run; `nil` for an added one.
    public var old: ErasedRecord?
    /// The effect with the changes; `nil` for a removed one.
    public var new: ErasedRecord?
    /// The role of the effect in the world around the machine.
    public var role: EffectRole
    /// The fields that differ, except for the request's number.
    public var differences: [FieldDifference] = []

    /// The way in which it is different.
    public var kind: Kind {
      guard let old else { return .comes }
      guard let new else { return .goes }
      return old.at == new.at ? .changes : .moves
    }
  }

  /// The ways in which an effect can be different.
  public enum Kind: String, CaseIterable, Sendable {
    case comes, goes, changes, moves
  }

  /// The final state of one party.
  public struct FinalState: Equatable, Sendable {
    /// The party of the state.
    public var party: String
    /// The fields that differ.
    public var differences: [FieldDifference]
  }

  /// The file's name.
  public let file: String
  /// The instant from which durations are counted.
  public let started: Instant
  /// The changes that were made, in the order of the trace.
  public internal(set) var applied: [Applied] = []
  /// Effects that are different, in the order of time, at most `kept` of them.
  public internal(set) var effects: [EffectChange] = []
  /// The number of effects that differ, those included that were not kept.
  public internal(set) var effectCount = 0
  /// Answers to requests that are no longer sent; they were not delivered.
  public internal(set) var orphaned = FirstOf<ErasedRecord>(WhatIfOutcome.kept)
  /// Requests for which the trace has no answer; they were taken to succeed at once.
  public internal(set) var assumed = FirstOf<ErasedRecord>(WhatIfOutcome.kept)
  /// The final states that differ.
  public internal(set) var states: [FinalState] = []
  /// The first record that is not what the machine gives from the trace as it is; `nil` also for a
  /// trace without effects.
  public internal(set) var firstDrift: Int64?
  /// Whether the consequences of the changes were cut off because they did not end.
  public internal(set) var isEndless = false
  /// Damage, truncation, and names that a lenient reader skipped.
  public internal(set) var warnings: [Diagnostic] = []

  /// The number of records of each kind kept; all are counted.
  public static var kept: Int { 1_000 }

  mutating func add(_ change: EffectChange) {
    effectCount += 1
    if effects.count < WhatIfOutcome.kept { effects.append(change) }
  }

  /// Takes an effect that goes and one with the same content that comes for one that moves.
  mutating func pairMoves() {
    var taken: Set<Int> = []
    for index in effects.indices {
      guard effects[index].kind == .goes, let old = effects[index].old else { continue }
      let partner = effects.indices.first { other in
        guard !taken.contains(other), effects[other].kind == .comes, let new = effects[other].new
        else { return false }
        return new.name == old.name && new.party == old.party && old.differences(from: new).isEmpty
      }
      guard let partner else { continue }
      taken.insert(partner)
      effects[index].new = effects[partner].new
    }
    effectCount -= taken.count
    effects = effects.indices.filter { !taken.contains($0) }.map { effects[$0] }
  }
}

extension ErasedRecord {
  /// The fields in which a later version differs, except for the request's number.
  func differences(from new: ErasedRecord) -> [FieldDifference] {
    if fields == new.fields { return [] }
    return Replay.differences(recorded: fields, computed: new.fields).filter {
      $0.path != requestField
    }
  }
}

// It answers a question and finds nothing.
extension WhatIfOutcome: VerbReport {
  package var findings: [Diagnostic] { warnings }

  package static let reported = ReportMembers<WhatIfOutcome> { it in
    it("file", { $0.file }, "The trace.")
    it("started", { $0.started }, "When it began.")
    it.list("changes", { $0.applied }, "The changes that were made.") { change in
      change("skipped", { $0.skipped }, "An event that does not happen.")
      change("inserted", { $0.inserted }, "An event that happens besides.")
      change("altered", { $0.altered?.record }, "An event with other content.")
      change("differences", { $0.altered?.differences })
    }
    it("effect_count", { $0.effectCount }, "The number of effects that differ.")
    it.list("effects", { $0.effects }, "The effects that differ from the recording.") {
      effect in
      effect("change", { $0.kind })
      effect("old", { $0.old })
      effect("new", { $0.new })
      effect("differences", { $0.differences })
    }
    it("orphaned_count", { $0.orphaned.total }, "The number of answers whose request is gone.")
    it.list("orphaned", { Array($0.orphaned) }, "Answers whose request is gone.") {
      $0("record", { $0.self })
    }
    it("assumed_count", { $0.assumed.total }, "The number of answers that were made up.")
    it.list("assumed", { Array($0.assumed) }, "Requests without an answer in the trace.") {
      $0("record", { $0.self })
    }
    it.list("states", { $0.states }, "In which way the states differ at the end.") {
      state in
      state("party", { $0.party })
      state("differences", { $0.differences })
    }
    it("first_drift", { $0.firstDrift }, "The first record that does not agree.")
    it("endless", { $0.isEndless }, "Whether the run was stopped as endless.")
  }
}

extension WhatIfOutcome.Kind: Reported {}

extension WhatIfOutcome.Applied {
  fileprivate var skipped: ErasedRecord? {
    if case .skipped(let record) = self { record } else { nil }
  }

  fileprivate var inserted: ErasedRecord? {
    if case .inserted(let record) = self { record } else { nil }
  }

  fileprivate var altered: (record: ErasedRecord, differences: [FieldDifference])? {
    if case .altered(let record, let differences) = self { (record, differences) } else { nil }
  }
}
