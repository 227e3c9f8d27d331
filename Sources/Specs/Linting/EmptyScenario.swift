import SpecFormat

extension Scenario {
  /// Whether every machine would pass it: it judges nothing, or nothing can happen in it.
  public var assertsNothing: Bool {
    if finally.judges || !rules.isEmpty || reproduction != nil { return false }
    if let recording { return !recording.isCompared }
    return !isEventful || !steps.contains(where: judges) && !timelines.contains { $0.judges }
  }

  /// Whether anything happens to a device, before time zero or after.
  private var isEventful: Bool {
    !given.history.isEmpty || given.devices.contains { !$0.fixtures.isEmpty }
      || steps.contains { $0.event != nil }
  }

  private func judges(_ step: Step) -> Bool {
    if !step.states.isEmpty || step.backend != nil { return true }
    // A step that claims no effect says that none of those observed comes.
    let claimsAbsence = observe.kinds.contains { kind in !timelines.contains { $0.kind == kind } }
    switch step.claim {
    case .unchecked: return false
    case .nothing: return claimsAbsence
    case .effects(let patterns, _, let others, _):
      return !patterns.isEmpty || !others && claimsAbsence
    }
  }
}

extension Timeline {
  fileprivate var judges: Bool { occurrences != nil }
}

extension Finally {
  fileprivate var judges: Bool {
    !counts.isEmpty || !timers.isEmpty || !states.isEmpty || backend != nil
  }
}
