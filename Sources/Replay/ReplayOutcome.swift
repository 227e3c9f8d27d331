import EventSourcing
import Traces

/// The findings of a replay.
public struct ReplayOutcome: Equatable, Sendable {
  /// The trace's first line.
  public var header: ErasedHeader
  /// The number of events folded.
  public var events: Int64 = 0
  /// The number of recorded effects compared.
  public var effects: Int64 = 0
  /// The number of state hashes compared.
  public var states: Int64 = 0
  /// The number of snapshots: folded on from, or compared.
  public var snapshots: Int64 = 0
  /// The number of effects and states that depend on an unknown time before the trace.
  public var notCompared: Int64 = 0
  /// The number of remarks passed over.
  public var notes: Int64 = 0
  /// The first difference that is not accepted; `nil` where the trace agrees as far as it goes.
  public var drift: Drift?
  /// All differences by their signatures, accepted ones included.
  public var groups: [DriftGroup] = []
  /// The number of differences.
  public var driftCount: Int64 = 0
  /// The last record up to which everything agrees; `nil` where all of the trace does.
  ///
  /// After it the recorded inputs are folded in an open loop: they may answer something that the
  /// machine did not order, and nothing answers what it ordered instead.
  public var exactUpTo: Int64?
  /// The number of recorded answers to effects that the machine does not order, and of records that
  /// followed from them: they are neither folded nor compared.
  public var orphans: Int64 = 0
  /// Two folds of the same events that gave two outcomes.
  public var instability: Drift?
  /// Whether the trace has events alone, so that there was nothing to compare effects with.
  public var isInputsOnly = false
  /// The way in which reading ended, with all that was found up to there.
  public var ending = TraceEnding()
  /// The fields of the hidden state that were changed on the way.
  public var assumed: [AssumedField] = []
  /// The last record folded.
  public var last: ErasedRecord?
  /// The number of the last record read; `nil` for a trace without records.
  public var lastSeq: Int64?
  /// The views after the last record, for each party in order of appearance.
  public var views: [PartyView] = []

  /// One party's view.
  public struct PartyView: Equatable, Sendable {
    /// The party's name.
    public var party: String
    /// The view of its state.
    public var view: Value
  }

  /// The number of records read.
  public var records: Int64 { events + effects + states + notes + notCompared + snapshots }
}
