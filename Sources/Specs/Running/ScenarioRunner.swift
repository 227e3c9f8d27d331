import Diagnostics
import EventSourcing
import Rules
import Simulation
import SpecFormat

/// Runs one scenario in virtual time and gathers what is not as it says.
struct ScenarioRunner<S: System> {
  let scenario: Scenario<S>
  private(set) var run: Run<S>
  private(set) var failures: [Failure] = []
  /// Steps that left their instant unjudged.
  private(set) var unchecked = 0
  /// The last instant of the run.
  private(set) var end: Instant

  private let zero: Instant
  private var lookout: Lookout<S>
  /// Kinds that are judged by a timeline alone.
  private let timed: [String]
  private var occurrences: [Sighting] = []
  private var last: StepPlace?

  init(_ scenario: Scenario<S>, from run: Run<S>) {
    self.scenario = scenario
    self.run = run
    zero = scenario.given.clock
    end = zero
    lookout = Lookout(zero: zero, devices: scenario.given.devices.map(\.name))
    timed = scenario.timelines.map(\.kind)
  }

  /// Runs the steps and what is still due, then looks at the end.
  mutating func finish() {
    for step in scenario.steps { perform(step) }
    end = max(run.world.now, scenario.runUntil.map { zero + $0.at } ?? zero)
    run.advance(to: end)
    unclaimed(sort(lookout.new(in: run.log)), after: last, before: nil)
    pairUp()
    failures += judge.timelines(occurrences)
    failures += judge.finally(at: end) { party in run.timers(of: party).map { ($0.name, $0.due) } }
  }

  private var judge: Judge<S> { Judge(scenario, log: run.log, state: run.world.state) }

  /// Adds what was found beside the run, such as broken rules.
  mutating func add(_ found: [Failure]) { failures += found }

  private mutating func perform(_ step: Step<S>) {
    let here = StepPlace(place: step.time.place, at: zero + step.time.at)
    run.advance(to: here.at)
    let before = sort(lookout.new(in: run.log))
    if let note = step.note { run.note(note, party: step.party) }
    if let input = step.input { run.happen(input) }
    let now = before.filter { $0.at == here.at } + sort(lookout.new(in: run.log))
    judge(step.claim, now, between: before.filter { $0.at < here.at }, here)
    last = here
    for check in step.states { failures += judge.state(check, at: here.at) }
    if let backend = step.backend { failures += judge.backend(backend, at: here.at) }
  }

  /// Puts aside the kinds that have a timeline.
  private mutating func sort(_ found: [Sighting]) -> [Sighting] {
    guard !timed.isEmpty else { return found }
    occurrences += found.filter { timed.contains($0.name) }
    return found.filter { !timed.contains($0.name) }
  }
}

// MARK: - Claims

extension ScenarioRunner {
  private mutating func judge(
    _ claim: Claim, _ now: [Sighting], between: [Sighting], _ here: StepPlace
  ) {
    switch claim {
    case .unchecked:
      unchecked += 1
    case .nothing:
      unclaimed(between, after: last, before: here)
      unclaimed(now, at: here)
    case .effects(let patterns, let anyOrder, let others, let place):
      unclaimed(between, after: last, before: here)
      // An internal effect is compared where it is named, and only there.
      let named = patterns.map(\.name)
      let meant = now.filter { isObserved($0) || named.contains($0.name) }
      judge(patterns, meant, anyOrder: anyOrder, others: others, place, here)
    }
  }

  private mutating func judge(
    _ patterns: [EffectPattern], _ sightings: [Sighting], anyOrder: Bool, others: Bool,
    _ place: Place, _ here: StepPlace
  ) {
    let judge = judge
    let alignment = align(patterns.count, sightings.count, anyOrder: anyOrder) {
      judge.differences(patterns[$0], sightings[$1])
    }
    if alignment.isReordered {
      failures.append(.reordered(patterns, sightings, place))
      return
    }
    for (pattern, sighting, mismatches) in alignment.different {
      failures.append(.different(patterns[pattern], sightings[sighting], mismatches))
    }
    for index in alignment.missing { failures.append(.missing(patterns[index], here)) }
    if !others { unclaimed(alignment.extra.map { sightings[$0] }, at: here) }
  }

  private func isObserved(_ sighting: Sighting) -> Bool {
    scenario.observe.contains(sighting.name)
  }

  private mutating func unclaimed(
    _ found: [Sighting], after: StepPlace?, before: StepPlace?
  ) {
    for sighting in found where isObserved(sighting) {
      failures.append(
        .unclaimed(sighting, Neighbours(before: after, here: nil, after: before)))
    }
  }

  private mutating func unclaimed(_ found: [Sighting], at here: StepPlace) {
    for sighting in found where isObserved(sighting) {
      failures.append(
        .unclaimed(sighting, Neighbours(before: last, here: here, after: nil)))
    }
  }

  /// An effect that is missing at one step and unclaimed elsewhere came at the wrong time: one
  /// story instead of two.
  private mutating func pairUp() {
    var told: Set<Int> = []
    for (index, failure) in failures.enumerated() {
      guard case .missing(let pattern, let step) = failure else { continue }
      var closest: (index: Int, sighting: Sighting, distance: UInt64)?
      for (other, failure) in failures.enumerated() where !told.contains(other) {
        guard case .unclaimed(let sighting, _) = failure, sighting.name == pattern.name else {
          continue
        }
        let distance = (sighting.at - step.at).milliseconds.magnitude
        if distance < closest?.distance ?? .max { closest = (other, sighting, distance) }
      }
      guard let closest else { continue }
      failures[index] = .mistimed(pattern, step, closest.sighting)
      told.insert(closest.index)
    }
    failures = failures.indices.filter { !told.contains($0) }.map { failures[$0] }
  }
}
