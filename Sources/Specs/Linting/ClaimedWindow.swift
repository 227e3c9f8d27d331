import Diagnostics
import EventSourcing
import Rules
import SpecFormat
import YAMLText

/// A time within which a scenario accepts an effect, or a rule what it promises.
public struct ClaimedWindow: Equatable, Sendable {
  /// The place at which it is written.
  public var place: Place
  /// Its length.
  public var length: TimeSpan
}

extension Scenario {
  /// The windows in which the scenario accepts an effect.
  public var windows: [ClaimedWindow] {
    expectedEffects.compactMap { pattern in
      pattern.at.flatMap { ClaimedWindow($0, from: given.clock) }
    }
  }
}

extension Spec {
  /// The windows of the rules of the file and of its scenarios, with what each rule covers.
  public var ruleWindows: [(window: ClaimedWindow, covers: [String])] {
    (rules + scenarios.flatMap(\.rules)).compactMap { rule in
      rule.window.map { ($0, rule.covers) }
    }
  }
}

extension PlacedRule {
  /// The window of a rule of the form `whenever … then … within`.
  fileprivate var window: ClaimedWindow? {
    guard case .whenever(_, _, _, let span, _) = rule.sentence else { return nil }
    return ClaimedWindow(place: boundPlace ?? place, length: span)
  }
}

extension ClaimedWindow {
  fileprivate init?(_ matcher: Matcher, from start: Instant) {
    switch matcher.test {
    case .between(let low, let high):
      guard let first = low.time(from: start), let last = high.time(from: start) else {
        return nil
      }
      self.init(place: matcher.place, length: last - first)
    case .atMost(let high):
      guard let last = high.time(from: start) else { return nil }
      self.init(place: matcher.place, length: last)
    case .all(let tests):
      var bounds: (first: TimeSpan?, last: TimeSpan?)
      for test in tests {
        if case .atLeast(let low) = test.test { bounds.first = low.time(from: start) }
        if case .atMost(let high) = test.test { bounds.last = high.time(from: start) }
      }
      guard let last = bounds.last else { return nil }
      self.init(place: matcher.place, length: last - (bounds.first ?? .zero))
    case .equals, .fields, .list, .contains, .anyOrder, .size, .matches, .atLeast, .not, .word:
      return nil
    }
  }
}

extension Value {
  /// A time as a matcher holds it: an instant, or a duration as it was written.
  fileprivate func time(from start: Instant) -> TimeSpan? {
    switch self {
    case .instant(let instant): instant - start
    case .span(let span): span
    case .text(let text), .personal(let text): TimeSpan(text: text)
    case .null, .boolean, .integer, .list, .fields: nil
    }
  }
}

extension Scenario {
  /// Whether every machine would pass it: it judges nothing, or nothing can happen in it.
  public var assertsNothing: Bool {
    if finally.judges || !rules.isEmpty || !states.isEmpty || reproduction != nil { return false }
    if let recording { return !recording.isCompared }
    return !isEventful
      || !steps.contains(where: judges) && !timelines.contains { $0.occurrences != nil }
  }

  /// Whether anything happens to a device, before time zero or after.
  private var isEventful: Bool {
    !given.history.isEmpty || given.devices.contains { !$0.fixtures.isEmpty }
      || steps.contains { $0.event != nil }
  }

  private func judges(_ step: Step) -> Bool {
    if !step.states.isEmpty || step.backend != nil { return true }
    // What it waits for has to come, unless the scenario makes it happen.
    if let name = step.trigger?.sought.name, !steps.contains(where: { $0.event?.name == name }) {
      return true
    }
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

extension Finally {
  fileprivate var judges: Bool {
    counts.contains { $0.canFail } || (timers + states).contains { !$0.matcher.acceptsAll }
      || backend?.acceptsAll == false
  }
}

extension CountCheck {
  /// Whether there is a number of times that it does not accept.
  fileprivate var canFail: Bool {
    let matching = Matching(start: .distantPast)
    return !isEveryCount { matching.matches(matcher, .integer(Int64($0))) }
  }
}

extension Matcher {
  /// Whether it accepts every value.
  fileprivate var acceptsAll: Bool {
    switch test {
    case .word(.any): true
    case .all(let all): all.allSatisfy(\.acceptsAll)
    case .fields(let fields, exactly: false): fields.allSatisfy(\.matcher.acceptsAll)
    case .word(.present), .word(.absent), .fields, .equals, .list, .contains, .anyOrder, .size,
      .matches, .between, .atLeast, .atMost, .not:
      false
    }
  }
}
