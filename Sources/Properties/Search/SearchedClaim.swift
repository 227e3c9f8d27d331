import EventSourcing
import Simulation

/// Performs a run again, as `SearchedClaim.run` does.
///
/// A caller that knows the machine passes the function compiled for it, which is many times as
/// fast.
public typealias PerformRun<S: SearchableSystem> =
  @Sendable (SearchedClaim<S>, RunPlan<S>) -> RunResult<S>

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
  /// The violation of the claim; `nil` where it holds.
  public let broken: PropertyViolation?
  /// The run with those of its steps that had an effect, up to where the claim is broken.
  public let plan: RunPlan<S>
  /// The log of the run.
  public let log: EventLog<S.Machine.Event, S.Machine.Effect>
  /// The world at its end.
  public let world: World<S>
  /// The number of the first step of a kept run whose fault found no request or message; `nil`
  /// where all did, and where the claim is broken.
  package private(set) var unmet: Int?

  init(_ run: SearchRun<S>, _ broken: PropertyViolation?, heals: Bool) {
    self.broken = broken
    plan = RunPlan(setting: run.setting, steps: run.steps, heals: heals)
    log = run.log
    world = run.world
  }
}

extension RunResult {
  /// Notes which fault of the plan that was performed had nothing to happen to.
  package mutating func compare(with performed: RunPlan<S>) {
    if broken != nil { return }
    let met = plan.steps.compactMap { $0.fault }
    let place = performed.steps.firstIndex { $0.fault.map { !met.contains($0) } ?? false }
    unmet = place.map { $0 + 1 }
  }
}

extension SearchRun {
  /// The run as comparisons take it.
  var finished: FinishedRun<S> { FinishedRun(setting: setting, choices: choices, log: log) }
}

/// The reason for a step of a counterexample: what does not come about without it.
public struct StepReason: Equatable, Sendable {
  /// The first thing that does not happen or is not ordered; `nil` where all of it is.
  public let missing: Happening?
  /// The happening that takes its place.
  public let instead: Happening?

  /// A record, without its number.
  public struct Happening: Equatable, Sendable {
    /// The time from the start of the run.
    public let at: TimeSpan
    /// The party of the record.
    public let party: String
    /// The name of the event or effect.
    public let name: String
  }
}

extension SearchedClaim {
  /// The greatest number of records of all runs together by which reasons are found.
  private static var recordsOfReasons: Int64 { 500_000 }

  /// Finds the reason why each step of a counterexample is needed, by a run without it; `nil` where
  /// these runs would be too long.
  package func reasons(
    _ result: RunResult<S>, performing: PerformRun<S> = { $0.run($1) }
  ) -> [StepReason]? {
    let records = Int64(result.plan.steps.count) * Int64(result.log.records.count)
    guard records <= Self.recordsOfReasons else { return nil }
    let full = happenings(result)
    return result.plan.steps.indices.map { place in
      var plan = result.plan
      plan.delete(place..<place + 1, keepingTime: true)
      let without = happenings(performing(self, plan))
      // The step's own event is missing in any case.
      var others = full
      if let own = ownEvent(of: place, in: result) { others.remove(at: own) }
      let lost = others.indices.first { $0 >= without.count || without[$0] != others[$0] }
      guard let lost else { return StepReason(missing: nil, instead: nil) }
      return StepReason(
        missing: others[lost], instead: lost < without.count ? without[lost] : nil)
    }
  }

  private func happenings(_ result: RunResult<S>) -> [StepReason.Happening] {
    let start = result.plan.setting.start
    return result.log.records.map { record in
      StepReason.Happening(
        at: record.at - start, party: record.party, name: record.name?.description ?? "")
    }
  }

  /// The index of the record that a step has made; `nil` for one that makes none.
  private func ownEvent(of step: Int, in result: RunResult<S>) -> Int? {
    func isInput(_ step: RunPlan<S>.Step) -> Bool {
      if case .input = step.action { true } else { false }
    }
    guard isInput(result.plan.steps[step]) else { return nil }
    let number = result.plan.steps[..<step].count { isInput($0) }
    let outside = result.log.records.indices.filter { index in
      guard case .event(let event) = result.log.records[index] else { return false }
      return event.cause == nil && event.event.name.role != .harness
    }
    return number < outside.count ? outside[number] : nil
  }
}
