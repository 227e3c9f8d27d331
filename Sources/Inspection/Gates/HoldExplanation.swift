import EventSourcing
import Replay
import Reports
import Traces

/// The gates that keep an effect back at an instant.
public struct HoldExplanation: Equatable, Sendable {
  /// One gate that is closed at that instant.
  public struct Hold: Equatable, Sendable {
    /// The gate as the machine's decision names it.
    public var gate: HeldGate
    /// The event or instant that closed it.
    public var closing: Turn
    /// The event or instant that opened it later.
    public var opening: Turn
  }

  /// The cause that closed a gate, moved the instant at which it opens, or opened it later.
  public enum Turn: Equatable, Sendable {
    /// This event.
    case event(ErasedRecord)
    /// Time alone, at this instant.
    case time(Instant)
    /// Nothing in this trace: it was closed before the first record, or is at the end.
    case nothing
  }

  /// The effect's name.
  public var effect: String
  /// The party of the effect.
  public var party: String
  /// The instant that was asked about.
  public var at: Instant
  /// The closed gates, in the order of the decision; `nil` for an effect without gates.
  public var holds: [Hold]?
  /// The last time up to the instant at which the party performed it.
  public var before: ErasedRecord?
  /// The first time after the instant at which the party performed it.
  public var after: ErasedRecord?
  /// The last event of that very instant at which the machine orders it, whatever was recorded;
  /// `nil` where it does not, or nothing was recorded to compare it with.
  public var machine: ErasedRecord?
  /// The events that order it in this trace and how often each of them did, the most frequent one
  /// first; looked for only where no gate holds it.
  public var orderedBy: [Orderer]

  /// The events of one name that order an effect.
  public struct Orderer: Equatable, Sendable {
    /// The event's name.
    public var event: String
    /// The number of times that one of them ordered the effect.
    public var count: Int
  }
}

extension HoldExplanation {
  /// Whether the machine orders the effect at the event of a drift.
  package func isOrdered(at drift: Drift) -> Bool { machine?.seq == drift.event.seq }
}

extension HoldExplanation: ReportedRecord {
  package static let reported = ReportMembers<HoldExplanation> { it in
    it("effect", { $0.effect }, "The effect that was asked about.")
    it("party", { $0.party }, "The party of the effect.")
    it("at", { $0.at }, "The instant that was asked about.")
    it("gated", { $0.holds != nil }, "Whether gates can hold the effect back.")
    it("gates", { $0.holds ?? [] }, "The gates that are closed then.")
    it("machine", { $0.machine }, "The event of that instant at which the machine orders it.")
    it("before", { $0.before }, "The last time before.")
    it("after", { $0.after }, "The first time after.")
    it.list("ordered_by", { $0.orderedBy }, "The events that order it in this trace.") { orderer in
      orderer("event", { $0.event })
      orderer("count", { $0.count })
    }
  }
}

extension HoldExplanation.Hold: ReportedRecord {
  package static let reported = ReportMembers<HoldExplanation.Hold> { held in
    held("gate", { $0.gate.name })
    held("summary", { $0.gate.summary })
    held("requirements", { $0.gate.requirements }, "The requirements that it keeps.")
    held("values", { $0.gate.values }, "The values that close it.")
    held("opens", { $0.gate.opens }, "When time alone opens it.")
    held.object("closed", { $0.closing }, "The cause that closed it or moved its end.") { closing in
      closing("by", { $0.record })
      closing("at", { $0.instant }, "Time alone, at this instant.")
      closing("from_start", { $0 == .nothing ? true : nil }, "It was closed from the start.")
    }
    held.object("opened", { $0.opening }, "The cause that opened it later.") { opening in
      opening("by", { $0.record })
      opening("at", { $0.instant }, "Time alone, at this instant.")
      opening("never", { $0 == .nothing ? true : nil }, "Nothing in this trace.")
    }
  }
}

extension HoldExplanation.Turn {
  fileprivate var record: ErasedRecord? {
    if case .event(let record) = self { record } else { nil }
  }
  fileprivate var instant: Instant? { if case .time(let instant) = self { instant } else { nil } }
}
