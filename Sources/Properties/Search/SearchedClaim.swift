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

  /// The id and the sentence of the claim.
  public var claim: PropertyClaim {
    switch self {
    case .property(let property): property.claim
    case .comparison(let comparison): comparison.claim
    case .progress: PropertyClaim("PROGRESS", "No instant of a run has records without end")
    }
  }

  /// Performs a run again until the claim is broken.
  public func run(_ plan: RunPlan<S>) -> RunResult<S> {
    let properties = if case .property(let property) = self { [property] } else { [Property<S>]() }
    var run = SearchRun<S>(
      plan.setting, Checker(properties, setting: plan.setting), faults: FaultSource(of: plan.steps),
      tally: RunTally(properties: properties.count, comparisons: 0))
    for step in plan.steps where run.checker.holds && !run.isOver { run.perform(step) }
    let heals = run.checker.holds && plan.heals
    if heals {
      run.heal()
    } else if run.checker.holds {
      run.finishInstant()
    }
    run.end()
    return RunResult(run, broken(in: run), heals: heals)
  }

  /// The way in which a run that is over breaks the claim; `nil` where it does not.
  private func broken(in run: SearchRun<S>) -> PropertyViolation? {
    switch self {
    case .property: return run.checker.violations.first
    case .comparison(let comparison):
      guard case .broken(let witnesses, let sentence) = comparison.judge(run.finished) else {
        return nil
      }
      return PropertyViolation(property: 0, party: nil, witnesses: witnesses, sentence: sentence)
    case .progress:
      guard run.isEndless else { return nil }
      return PropertyViolation(
        property: 0, party: run.log.records.last?.party, witnesses: [],
        sentence: SearchRun<S>.endlessSentence)
    }
  }
}

/// The result of performing a run again.
public struct RunResult<S: SearchableSystem>: Sendable {
  /// How the claim is broken; `nil` where it holds.
  public let broken: PropertyViolation?
  /// The run with those of its steps that had an effect, up to where the claim is broken.
  public let plan: RunPlan<S>
  /// The log of the run.
  public let log: EventLog<S.Machine.Event, S.Machine.Effect>
  /// The instant at which it ended.
  public let end: Instant

  init(_ run: SearchRun<S>, _ broken: PropertyViolation?, heals: Bool) {
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
