import Diagnostics
import EventSourcing
import Reports
import SpecFormat
import Traces

/// Holds the outcome of a run against what a scenario says about it, step by step and at its end.
///
/// It is a class so that questions about each effect do not copy the whole scenario.
final class Judge {
  var scenario: Scenario
  var failures: [Failure] = []
  /// The number of steps that left their instant unjudged.
  var unchecked = 0
  /// The last instant of the run.
  var end: Instant

  private let view: RunView
  private let matching: Matching
  /// The first record that counts.
  let first: Int64
  /// Kinds that are judged by a timeline alone.
  private let timed: [String]
  private var occurrences: [ObservedEffect] = []
  var last: StepPlace?
  /// The effects that came at steps with effects that nothing claims.
  var stepEffects: [StepEffects] = []
  /// The verdicts on the rules.
  var rules: [UsedRule: RuleUse] = [:]

  init(_ scenario: Scenario, at view: RunView, from first: Int64 = 1) {
    matching = Matching(start: scenario.given.clock)
    end = scenario.given.clock
    timed = scenario.timelines.map(\.kind)
    self.scenario = scenario
    self.view = view
    self.first = first
  }

  /// Judges a step by the effects since the one before and by those that it has led to.
  func judge(_ step: Step, _ before: [ObservedEffect], _ after: [ObservedEffect]) {
    let here = StepPlace(step, at: scenario.given.clock + step.time.at)
    let before = sort(before)
    let now = before.filter { $0.at == here.at } + sort(after)
    judge(step.claim, now, between: before.filter { $0.at < here.at }, here)
    last = here
    for check in step.states { failures += state(check, at: here.at) }
    if let backend = step.backend { failures += self.backend(backend, at: here.at) }
  }

  /// Whether the run ended at a step that was not reached: nothing after it is judged.
  private(set) var isStopped = false

  /// Ends with a step that the run did not come to.
  func stop(at missed: UnreachedStep) {
    isStopped = true
    failures.append(.unreached(missed, pending: view.timers(missed.party)))
    pairUp()
    gatherUnclaimed()
  }

  /// Judges what came after the last step, and the whole run.
  func finish(_ rest: [ObservedEffect]) {
    unclaimed(sort(rest).filter(isObserved), Neighbours(before: last))
    pairUp()
    gatherUnclaimed()
    judgeEnd(occurrences, pending: true)
  }

  /// Judges the end of a run in which these effects came; `pending` says whether to name the timers
  /// that may still bring about what is missing.
  func judgeEnd(_ effects: [ObservedEffect], pending: Bool) {
    failures += timelines(effects, pending: pending)
    let finally = scenario.finally
    failures += finally.counts.compactMap(count)
    for check in finally.timers {
      let armed = Value.map(view.timers(check.party).map { ($0.name, .instant($0.due)) })
      failures += mismatches(check.matcher, armed, of: "timers", at: end)
    }
    failures += finally.states.flatMap { state($0, at: end) }
    failures += finally.backend.map { backend($0, at: end) } ?? []
  }

  /// Puts aside the kinds that have a timeline.
  private func sort(_ found: [ObservedEffect]) -> [ObservedEffect] {
    guard !timed.isEmpty else { return found }
    occurrences += found.filter { timed.contains($0.name) }
    return found.filter { !timed.contains($0.name) }
  }

  /// The timers of the party that was to order an effect, as they are armed now.
  func pending(for pattern: EffectPattern) -> [PendingTimer] {
    view.timers(pattern.party ?? scenario.given.devices.first?.name ?? "")
  }

  /// The differences between an expected effect and one that came; `nil` for another kind.
  func differences(_ pattern: EffectPattern, _ effect: ObservedEffect) -> [Mismatch]? {
    guard pattern.name == effect.name else { return nil }
    var result: [Mismatch] = []
    if let party = pattern.party, party != effect.party {
      result.append(
        Mismatch(
          path: "on", place: pattern.place, wanted: .text(party), found: .text(effect.party),
          expected: party, actual: effect.party))
    }
    if let time = pattern.at {
      result += matching.mismatches(time, .instant(effect.at), at: "at")
    }
    if let fields = pattern.fields {
      result += matching.mismatches(fields, view.fields(effect.seq, fields.selection))
    }
    return result
  }

  /// Every timeline against what came of its kind.
  private func timelines(_ effects: [ObservedEffect], pending: Bool) -> [Failure] {
    scenario.timelines.flatMap { timeline -> [Failure] in
      guard let occurrences = timeline.occurrences else { return [] }
      let expected = occurrences.map(fromZero)
      if let base = expected.lazy.compactMap(\.base).first { return [.noBase(base, timeline)] }
      let came = effects.filter { $0.name == timeline.kind && $0.seq >= first }
      let alignment = align(expected.count, came.count, anyOrder: false) {
        differences(expected[$0], came[$1])
      }
      let different = alignment.different.map { pattern, effect, mismatches in
        Failure.wrongOccurrence(expected[pattern], came[effect], mismatches)
      }
      let missing = alignment.missing.map {
        Failure.missingOccurrence(
          expected[$0], number: $0 + 1, timeline,
          pending: pending ? self.pending(for: expected[$0]) : [])
      }
      let extra = alignment.extra.map {
        Failure.extraOccurrence(came[$0], number: $0 + 1, timeline)
      }
      return different + missing + extra
    }
  }

  /// Turns a pattern whose time counts from a record into one whose time counts from time zero; the
  /// same where that record did not come.
  private func fromZero(_ pattern: EffectPattern) -> EffectPattern {
    guard let base = pattern.base, let at = view.instant(base, first, scenario.given.clock) else {
      return pattern
    }
    var pattern = pattern
    pattern.at = pattern.at?.moved(by: at - scenario.given.clock)
    pattern.base = nil
    return pattern
  }

  /// A device's state as it looks at `instant`.
  private func state(_ check: StateCheck, at instant: Instant) -> [Failure] {
    mismatches(
      check.matcher, view.state(check.party, instant, check.matcher.selection),
      of: title(ofStateOf: check.party), at: instant)
  }

  /// The state of a device as findings call it.
  func title(ofStateOf party: String) -> String {
    scenario.given.isWorld ? "state of \(party)" : "state"
  }

  /// The mismatches of the simulated backends.
  private func backend(_ matcher: Matcher, at instant: Instant) -> [Failure] {
    mismatches(matcher, view.backend(matcher.selection), of: "backend", at: instant)
  }

  private func count(_ check: CountCheck) -> Failure? {
    let found = view.instants(check.name, first, scenario.given.clock)
    let holds = matching.matches(check.matcher, .integer(Int64(found.count)))
    return holds ? nil : .count(check, found: found.count, first: Array(found.prefix(8)))
  }

  private func mismatches(
    _ matcher: Matcher, _ value: Value, of what: String, at instant: Instant
  ) -> [Failure] {
    matching.mismatches(matcher, value).map { .state(what, $0, at: instant) }
  }
}

extension Judge {
  /// The result of the scenario, explained by the records of its run.
  func result<Event, Effect>(
    _ log: EventLog<Event, Effect>, _ options: RunOptions
  ) -> ScenarioResult where Effect.Name: EffectName {
    // The rest may follow from the first that shows.
    let ordered = failures.stablySorted { $0.facts.at ?? .distantFuture }
    var findings: [Diagnostic] = []
    if !ordered.isEmpty {
      findings =
        Explanation(
          records: RecordSummary(
            log: ErasedLog(log), zero: scenario.given.clock, isWorld: scenario.given.isWorld),
          scenario: scenario, failures: ordered, stepEffects: stepEffects, end: end,
          checking: options.checking,
          refused: scenario.refusedSteps(in: log)
        ).diagnostics
    }
    var result = ScenarioResult(scenario, findings: findings)
    result.report.uncheckedSteps = unchecked
    result.steps = scenario.steps
    result.rules = rules
    let shown = ordered.prefix(Explanation.limit).map(\.facts)
    result.marks = shown.flatMap(\.marks)
    result.differences = shown.flatMap(\.differences)
    return result
  }
}
