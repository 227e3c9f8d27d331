import Diagnostics
import EventSourcing
import Rules
import Simulation
import SpecFormat

/// Holds what a run has come to against what a scenario says of it.
struct Judge<S: System> {
  private let scenario: Scenario<S>
  private let log: EventLog<S.Machine.Event, S.Machine.Effect>
  private let state: S.Machine.State
  private let matching: Matching
  /// The first record that counts.
  private let first: Int64

  init(
    _ scenario: Scenario<S>, log: EventLog<S.Machine.Event, S.Machine.Effect>,
    state: S.Machine.State, from first: Int64 = 1
  ) {
    self.scenario = scenario
    self.log = log
    self.state = state
    self.first = first
    matching = Matching(start: scenario.given.clock)
  }

  /// What differs between an expected effect and one that came; `nil` for another kind.
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
      result += matching.mismatches(fields, log[effect.seq]?.fields(fields.selection))
    }
    return result
  }

  /// Every timeline against what came of its kind; `pending` gives the timers that are armed for
  /// a missing effect.
  func timelines(
    _ effects: [ObservedEffect], pending: (EffectPattern) -> [PendingTimer] = { _ in [] }
  ) -> [Failure] {
    scenario.timelines.flatMap { timeline -> [Failure] in
      guard let expected = timeline.occurrences else { return [] }
      let came = effects.filter { $0.name == timeline.kind && $0.seq >= first }
      let alignment = align(expected.count, came.count, anyOrder: false) {
        differences(expected[$0], came[$1])
      }
      let different = alignment.different.map { pattern, effect, mismatches in
        Failure.wrongOccurrence(expected[pattern], came[effect], mismatches)
      }
      let missing = alignment.missing.map {
        Failure.missingOccurrence(
          expected[$0], number: $0 + 1, timeline, pending: pending(expected[$0]))
      }
      let extra = alignment.extra.map {
        Failure.extraOccurrence(came[$0], number: $0 + 1, timeline)
      }
      return different + missing + extra
    }
  }

  /// What is looked at when the run has ended.
  func finally(
    at end: Instant, timers: (String) -> [(name: String, due: Instant)]
  ) -> [Failure] {
    let finally = scenario.finally
    var failures = finally.counts.compactMap(count)
    for check in finally.timers {
      let armed = timers(check.party).map {
        Value.Field(name: $0.name, value: .instant($0.due))
      }
      failures += report(
        matching.mismatches(check.matcher, .fields(armed)), of: "timers", at: end)
    }
    failures += finally.states.flatMap { state($0, at: end) }
    failures += finally.backend.map { backend($0, at: end) } ?? []
    return failures
  }

  /// A device's state as it looks at `instant`.
  func state(_ check: StateCheck, at instant: Instant) -> [Failure] {
    var maker = ViewMaker(check.matcher.selection, details: false)
    S.view(of: check.party, in: state, at: instant, &maker)
    let what = scenario.given.isWorld ? "state of \(check.party)" : "state"
    return report(
      matching.mismatches(check.matcher, .fields(maker.fields)), of: what, at: instant)
  }

  /// What can be seen of the simulated backends.
  func backend(_ matcher: Matcher, at instant: Instant) -> [Failure] {
    var maker = ViewMaker(matcher.selection, details: false)
    S.backendView(in: state, &maker)
    return report(
      matching.mismatches(matcher, .fields(maker.fields)), of: "backend", at: instant)
  }

  private func count(_ check: CountCheck) -> Failure? {
    var found = 0
    var first: [Instant] = []
    for record in log.records where record.seq >= self.first && record.at >= scenario.given.clock {
      guard record.name?.description == check.name else { continue }
      found += 1
      if first.count < 8 { first.append(record.at) }
    }
    let holds = matching.matches(check.matcher, .integer(Int64(found)))
    return holds ? nil : .count(check, found: found, first: first)
  }

  private func report(
    _ mismatches: [Mismatch], of what: String, at instant: Instant
  ) -> [Failure] {
    mismatches.map { .state(what, $0, at: instant) }
  }
}
