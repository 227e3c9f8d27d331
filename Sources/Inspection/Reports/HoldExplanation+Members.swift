import EventSourcing
import Replay
import Reports
import Traces

extension HoldExplanation: ReportedRecord {
  package static let reported = ReportMembers<HoldExplanation> { it in
    it("effect", \.effect, "The effect that was asked about.")
    it("party", \.party, "Whose effect it is.")
    it("at", \.at, "The instant that was asked about.")
    it("gated", { $0.holds != nil }, "Whether gates can hold the effect back.")
    it("gates", { $0.holds ?? [] }, "The gates that are closed then.")
    it("before", \.before, "The last time before.")
    it("after", \.after, "The first time after.")
    it.list("ordered_by", \.orderedBy, "The events that order it in this trace.") { orderer in
      orderer("event", \.event)
      orderer("count", \.count)
    }
  }
}

extension HoldExplanation.Hold: ReportedRecord {
  package static let reported = ReportMembers<HoldExplanation.Hold> { held in
    held("gate", \.gate.name)
    held("summary", \.gate.summary)
    held("opens", \.gate.opens, "When time alone opens it.")
    held.object("closed", \.closing, "What closed it, or moved its end.") { closing in
      closing("by", \.record)
      closing("at", \.instant, "Time alone, at this instant.")
      closing("from_start", { $0 == .start ? true : nil }, "It was closed from the start.")
    }
    held.object("opened", \.opening, "What opened it later.") { opening in
      opening("by", \.record)
      opening("at", \.instant, "Time alone, at this instant.")
      opening("never", { $0 == .never ? true : nil }, "Nothing in this trace.")
    }
  }
}

extension HoldExplanation.Closing {
  fileprivate var record: ErasedRecord? {
    if case .event(let record) = self { record } else { nil }
  }
  fileprivate var instant: Instant? { if case .time(let instant) = self { instant } else { nil } }
}

extension HoldExplanation.Opening {
  fileprivate var record: ErasedRecord? {
    if case .event(let record) = self { record } else { nil }
  }
  fileprivate var instant: Instant? { if case .time(let instant) = self { instant } else { nil } }
}
