import EventSourcing
import Simulation

/// Why a step of a counterexample is needed: what does not come about without it.
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
  /// For each step of a counterexample, why it is needed.
  public func reasons(_ result: RunResult<S>) -> [StepReason] {
    let full = happenings(result)
    return result.plan.steps.indices.map { place in
      var plan = result.plan
      plan.delete(place..<place + 1, keepingTime: true)
      let without = happenings(run(plan))
      // The step's own event is missing in any case.
      let own = ownEvent(of: place, in: result)
      let place = full.indices.first { index in
        let rest = index - (own.map { index > $0 } == true ? 1 : 0)
        return index != own && (rest >= without.count || without[rest] != full[index])
      }
      guard let place else { return StepReason(missing: nil, instead: nil) }
      let rest = place - (own.map { place > $0 } == true ? 1 : 0)
      return StepReason(
        missing: full[place], instead: rest < without.count ? without[rest] : nil)
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
    func isInput(_ step: RunStep<S>) -> Bool {
      if case .input = step.action { true } else { false }
    }
    guard isInput(result.plan.steps[step]) else { return nil }
    let number = result.plan.steps[..<step].count { isInput($0) }
    let outside = result.log.records.indices.filter { index in
      guard case .event(let event) = result.log.records[index] else { return false }
      return event.cause == nil && S.role(of: event.event) != .harness
    }
    return number < outside.count ? outside[number] : nil
  }
}
