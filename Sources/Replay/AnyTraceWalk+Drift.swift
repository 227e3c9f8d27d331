import Diagnostics
import EventSourcing
import Traces

extension AnyTraceWalk {
  /// Goes through a trace up to a drift, and completes it: the state before it, what led to it, and
  /// whether an input is missing.
  func completed(_ drift: Drift) throws(Diagnostic) -> Drift {
    var drift = drift
    var recent = RecentRecords()
    // The state before a drift is not known where the trace begins mid-life.
    let isKnown = !header.hasUnknownHistory
    while let line = try next(), line.number <= drift.event.line ?? .max {
      guard try keep(&recent) else { continue }
      let isLast = line.seq == drift.event.seq
      if isLast, isKnown, line.kind == .event {
        drift.stateBefore = view(drift.party, line.at)
        // The input for which the machine waited in vain before the event.
        drift.missingInput = try overdueBefore().map {
          MissingInput(after: recent.last(until: $0.at) ?? 0, sign: $0.sign)
        }
        if drift.computed != nil { drift.unread = try unread() }
      }
      _ = try take()
      if isLast { break }
    }
    (drift.causes, drift.hasEarlierCauses) = recent.causes(of: drift.event.seq)
    if drift.missingInput == nil, isKnown { drift.missingInput = missingInput(for: drift, recent) }
    return drift
  }

  /// Finds the input whose absence explains the drift: an event that the trace does not have.
  private func missingInput(for drift: Drift, _ recent: RecentRecords) -> MissingInput? {
    guard let cause = drift.recordedCause else { return nil }
    let isGap = cause > drift.event.seq && cause < drift.seq && !recent.contains(cause)
    let after = (isGap ? cause : drift.seq) &- 1
    if drift.at > drift.event.at {
      let due = overdue(drift.party, drift.at + .milliseconds(1))
      return MissingInput(after: after, sign: due?.sign ?? .instant(drift.at))
    }
    return isGap ? MissingInput(after: after, sign: .cause(cause)) : nil
  }
}
