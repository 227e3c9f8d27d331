import Inspection
import Replay
import SpecFormat
import Specs
import Traces

extension [(claim: ClaimedRequirements.Claim, run: ScenarioRun)] {
  /// Finds how alike the decisions of each scenario and those with the drift are, and moves the
  /// likest scenarios forward.
  mutating func compare(
    _ decision: DecisionPattern, of system: AnySystem
  ) -> [(covers: [String], likeness: Double)] {
    indices.map { place in
      let likeness =
        self[place].run.likeness(decision, of: system)
        * (self[place].claim.says(decision.drift) ? 1 : 0.25)
      self[place].claim.score += 6 * likeness
      return (self[place].claim.covers, likeness)
    }
  }
}

extension ScenarioRun {
  /// The likeness of its decisions to those with a drift, from 0 to 1.
  func likeness(_ decision: DecisionPattern, of system: AnySystem) -> Double {
    let input = ReplayInput(file: scenario.title.label, bytes: trace(RunOptions()))
    guard let likeness = try? decision.likeness(in: input, of: system) else { return 0 }
    let own = max(0, 2 * likeness - 1)
    return own * own
  }
}

extension Matcher {
  /// The names of the fields that it looks at.
  fileprivate var names: [String] {
    switch test {
    case .fields(let tests, _): tests.map(\.name)
    case .all(let parts): parts.flatMap(\.names)
    default: []
    }
  }
}

extension ClaimedRequirements.Claim {
  /// Whether it says something of what differs.
  fileprivate func says(_ drift: Drift) -> Bool {
    effect != drift.effect || drift.differences.isEmpty
      || drift.differences.contains { field in
        fields.contains(String(field.path.prefix { $0 != "." && $0 != "[" }))
      }
  }

  /// Notes that it would not hold with what explains a drift.
  mutating func isBreaking(
    _ difference: (effect: String, event: String), _ drift: Drift
  ) {
    if isBroken { return }
    isBroken = true
    let isSame = difference.effect == drift.effect
    score += isSame ? (difference.event == drift.event.name ? 12 : 10) : 6
  }

  /// `nil` for a scenario that does not claim the effect, or claims what is wrong.
  init?(
    _ scenario: Scenario, of drift: Drift, like events: [Set<String>], naming ids: [String]
  ) {
    effect = drift.effect
    let effect = drift.effect
    let steps = scenario.steps.filter { step in
      step.claim.patterns.contains { $0.name == effect }
    }
    let isCounted =
      scenario.finally.counts.contains { $0.name == effect }
      || scenario.timelines.contains { $0.kind == effect }
    // What nobody claims after the event is what an effect too many breaks.
    let isClaimed =
      !steps.isEmpty || isCounted
      || drift.kind == .extra && scenario.steps.contains { $0.event?.name == drift.event.name }
    guard isClaimed, scenario.knownBug == nil else { return nil }
    label = scenario.title.label
    place = scenario.title.place
    covers = scenario.covers.map(\.text)
    isOfEvent = steps.contains { $0.event?.name == drift.event.name }
    let named = covers.contains { id in ids.contains { id == $0 || id.hasPrefix("\($0).") } }
    let own = Set(scenario.steps.compactMap { $0.event?.name })
    let likeness = events.map {
      Double(own.intersection($0).count) / Double(max(1, own.union($0).count))
    }
    let patterns = scenario.expectedEffects.filter { $0.name == effect }
    fields = Set(patterns.flatMap { $0.fields?.names ?? [] })
    score = likeness.reduce((named ? 4 : 0) + (isOfEvent ? 2 : 0)) { $0 + 3 * $1 }
  }
}
