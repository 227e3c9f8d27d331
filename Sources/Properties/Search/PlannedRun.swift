import EventSourcing
import Simulation

/// A run that follows a plan of a corpus: as it is, or as a mutation.
struct PlannedRun<S: SearchableSystem> {
  let plan: RunPlan<S>
  let isMutation: Bool
  /// Whether what goes wrong is drawn anew.
  private(set) var hasOtherFaults = false
  /// Whether something is drawn after its last step.
  private(set) var goesOn = false

  /// The faults of the plan; `nil` where they are drawn.
  var faults: FaultSource<S>? { hasOtherFaults ? nil : FaultSource(of: plan.steps) }

  /// Performs so many steps, none after `end`.
  func perform(in run: inout SearchRun<S>, steps: Int, until end: Instant) {
    for step in plan.steps {
      if run.isOver || run.steps.count >= steps || run.world.now >= end { return }
      run.perform(step)
    }
  }
}

extension SearchOptions {
  /// Of so many runs after those of the plans themselves one is a mutation.
  private static var mutatedShare: Int64 { 2 }

  /// The plan that the run of this number follows; `nil` for one that is drawn.
  func planned(_ number: Int64) -> PlannedRun<S>? {
    if plans.isEmpty { return nil }
    if number < Int64(plans.count) {
      return PlannedRun(plan: plans[Int(number)], isMutation: false)
    }
    var stream = RandomStream(seed: seed, name: "\(S.name)/\(number)/mutation")
    guard stream.below(SearchOptions.mutatedShare) == 0 else { return nil }
    var mutation = PlanMutation(stream.pick(plans), inputs: inputs, stream)
    mutation.change(with: plans)
    return PlannedRun(
      plan: mutation.plan, isMutation: true, hasOtherFaults: mutation.draw(1, of: 4),
      goesOn: mutation.draw(1, of: 2))
  }
}
