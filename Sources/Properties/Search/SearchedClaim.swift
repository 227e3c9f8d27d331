import EventSourcing
import Rules
import Simulation

/// A claim that a search holds runs against, while they go on or when they are over.
public enum SearchedClaim<S: SearchableSystem>: Sendable {
  /// It is judged record by record.
  case property(Property<S>)
  /// It is judged by comparing the finished run with others.
  case comparison(Comparison<S>)
  /// Every run gets past each instant.
  case progress

  /// What is claimed.
  public var claim: Claim {
    switch self {
    case .property(let property): property.claim
    case .comparison(let comparison): comparison.claim
    case .progress: Claim("PROGRESS", "No instant of a run has records without end")
    }
  }

  /// Performs a run again until the claim is broken.
  public func run(_ plan: RunPlan<S>) -> RunResult<S> {
    switch self {
    case .property(let property): watched(plan, property)
    case .comparison(let comparison): compared(plan, comparison)
    case .progress: endless(plan)
    }
  }

  private func endless(_ plan: RunPlan<S>) -> RunResult<S> {
    let run = performed(plan, [])
    let last = run.log.records.last
    let broken = BrokenClaim(
      party: last?.party, witnesses: [],
      sentence: SearchRun<S>.endlessSentence)
    return RunResult(run, run.isEndless ? broken : nil, heals: plan.heals)
  }

  /// A run to its end.
  private func performed(_ plan: RunPlan<S>, _ properties: [Property<S>]) -> SearchRun<S> {
    var run = SearchRun<S>(
      plan.setting, Checker(properties, setting: plan.setting), faults: FaultSource(of: plan.steps),
      tally: RunTally(properties: properties.count, comparisons: 0))
    for step in plan.steps where !run.isOver { run.perform(step) }
    if plan.heals { run.heal() } else { run.finishInstant() }
    return run
  }

  private func watched(_ plan: RunPlan<S>, _ property: Property<S>) -> RunResult<S> {
    var run = SearchRun<S>(
      plan.setting, Checker([property], setting: plan.setting), faults: FaultSource(of: plan.steps),
      tally: RunTally(properties: 1, comparisons: 0))
    for step in plan.steps where run.checker.holds && !run.isOver { run.perform(step) }
    let heals = run.checker.holds && plan.heals
    if heals {
      run.heal()
    } else if run.checker.holds {
      run.finishInstant()
    }
    run.end()
    return RunResult(run, run.checker.violations.first.map(BrokenClaim.init), heals: heals)
  }

  private func compared(_ plan: RunPlan<S>, _ comparison: Comparison<S>) -> RunResult<S> {
    let run = performed(plan, [])
    let outcome = comparison.judge(run.finished)
    guard case .broken(let witnesses, let sentence) = outcome else {
      return RunResult(run, nil, heals: plan.heals)
    }
    return RunResult(
      run, BrokenClaim(party: nil, witnesses: witnesses, sentence: sentence), heals: plan.heals)
  }
}

/// How a claim is broken in a run.
public struct BrokenClaim: Equatable, Sendable {
  /// The device or backend that it is about; `nil` for all together.
  public let party: String?
  /// The records that show it.
  public let witnesses: [Witness]
  /// The numbers of the records that show it.
  public var records: [Int64] { witnesses.map { $0.seq } }
  /// What is wrong, with its figures.
  public let sentence: String

  init(party: String?, witnesses: [Witness], sentence: String) {
    self.party = party
    self.witnesses = witnesses
    self.sentence = sentence
  }

  init(_ violation: PropertyViolation) {
    self.init(
      party: violation.party, witnesses: violation.witnesses, sentence: violation.sentence)
  }
}

/// What came of performing a run again.
public struct RunResult<S: SearchableSystem>: Sendable {
  /// How the claim is broken; `nil` where it holds.
  public let broken: BrokenClaim?
  /// The run with those of its steps that had an effect, up to where the claim is broken.
  public let plan: RunPlan<S>
  /// What happened and was ordered.
  public let log: EventLog<S.Machine.Event, S.Machine.Effect>
  /// The instant at which it ended.
  public let end: Instant

  init(_ run: SearchRun<S>, _ broken: BrokenClaim?, heals: Bool) {
    self.broken = broken
    plan = RunPlan(setting: run.setting, steps: run.steps, heals: heals)
    log = run.log
    end = run.world.now
  }
}

extension SearchRun {
  /// The run as comparisons take it.
  var finished: FinishedRun<S> { FinishedRun(setting: setting, choices: choices, log: log) }
}
