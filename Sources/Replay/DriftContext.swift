import Diagnostics
import EventSourcing
import Traces

/// The second pass over a trace, up to a drift: the state before it, what led to it, and whether
/// an input is missing.
struct DriftContext {
  private let walk: AnyTraceWalk
  private var recent = RecentRecords()

  init(_ walk: AnyTraceWalk) { self.walk = walk }

  mutating func complete(_ drift: Drift) throws(Diagnostic) -> Drift {
    var drift = drift
    // The state before a drift is not known where the trace begins mid-life.
    let isKnown = !walk.header.hasUnknownHistory
    while let line = try walk.next(), line.number <= drift.event.line ?? .max {
      guard try walk.keep(&recent) else { continue }
      let isLast = line.seq == drift.event.seq
      if isLast, isKnown, line.kind == .event {
        drift.stateBefore = walk.view(drift.party, line.at)
        // The input for which the machine waited in vain before the event.
        drift.missingInput = try walk.overdueBefore().map {
          MissingInput(after: recent.last(until: $0.at) ?? 0, sign: $0.sign)
        }
        if drift.computed != nil { drift.unread = try walk.unread() }
      }
      _ = try walk.take()
      if isLast { break }
    }
    (drift.causes, drift.hasEarlierCauses) = recent.causes(of: drift.event.seq)
    if drift.missingInput == nil, isKnown { drift.missingInput = try missingInput(for: drift) }
    return drift
  }

  /// Finds the input whose absence explains the drift: an event that the trace does not have.
  private func missingInput(for drift: Drift) throws(Diagnostic) -> MissingInput? {
    guard let cause = drift.recordedCause else { return nil }
    let isGap = cause > drift.event.seq && cause < drift.seq && !recent.contains(cause)
    let after = (isGap ? cause : drift.seq) &- 1
    if drift.at > drift.event.at {
      let due = walk.overdue(drift.party, drift.at + .milliseconds(1))
      return MissingInput(after: after, sign: due?.sign ?? .instant(drift.at))
    }
    return isGap ? MissingInput(after: after, sign: .cause(cause)) : nil
  }
}
