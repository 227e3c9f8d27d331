import EventSourcing
import Simulation

extension RunPlan: Shrinkable where S: SearchableSystem {
  /// The number of ways to delete a step: later ones keep their instants, or move up.
  public static var waysToDelete: Int { 2 }

  /// The plan without some steps.
  ///
  /// A deleted step may have sent something, or have led to another try: later faults of its party
  /// then get lower request numbers, or the numbers are used less often. In place of what keeps an
  /// answer away, what comes next may come before the answer.
  public func without(_ range: Range<Int>, way: Int) -> [RunPlan] {
    var rest = self
    rest.delete(range, keepingTime: way == 0)
    guard range.count == 1, let party = steps[range.lowerBound].party else { return [rest] }
    var result = [rest]
    if let early = rest.early(at: range.lowerBound) { result.append(early) }
    for fewer in 1...4 as ClosedRange<Int64> {
      var plan = rest
      plan.lowerRequests(of: party, by: fewer, from: range.lowerBound)
      if plan != rest { result.append(plan) }
    }
    var plan = rest
    plan.lowerMessages(from: range.lowerBound)
    if plan != rest { result.append(plan) }
    return result
  }

  /// Returns a step with one value simpler; the step itself in place of one that may not happen.
  public func simpler(at place: Int, version: Int) -> Step? {
    let step = steps[place].simpler(version)
    guard case .input(_, let event, _)? = step?.action,
      case .input(_, let before, _) = steps[place].action, event != before
    else { return step }
    return S.validationError(in: event) == nil ? step : steps[place]
  }

  /// The time since the step before.
  public subscript(timeBefore place: Int) -> TimeSpan {
    get { steps[place].after }
    set { steps[place].after = newValue }
  }
}

extension Shrinker {
  /// Begins with a run that breaks `claim`; it stops where it is after 20,000 runs or 20 million
  /// records, or when `goesOn` is false.
  public init<S: SearchableSystem>(
    _ plan: RunPlan<S>, breaking claim: SearchedClaim<S>,
    performing: @escaping PerformRun<S> = { $0.run($1) }, goesOn: @escaping () -> Bool = { true }
  ) where Candidate == RunPlan<S> {
    var records = 0
    self.init(
      plan, goesOn: { _, tries in tries < 20_000 && records < 20_000_000 && goesOn() }
    ) { candidate in
      let result = performing(claim, candidate)
      records += result.log.records.count
      // Steps that had no effect are gone, and so is all that came later.
      return result.broken == nil ? nil : result.plan
    }
  }

  // The runs take the time, and `reduced` makes them: only that is worth code for each machine.

  /// Makes a run as small as it can be while it breaks the same claim.
  ///
  /// The setting goes back to the defaults too. The result of one that was not stopped is
  /// one-minimal: without any one of its steps the claim holds.
  @_semantics("optimize.sil.specialize.generic.never")
  public mutating func run<S: SearchableSystem>() where Candidate == RunPlan<S> {
    reduce()
    endEarly()
    repeatWhileSmaller { run in
      run.deleteSteps()
      run.simplifySetting()
      run.roundTimes()
      run.postponeTimes()
      run.shortenTimes()
      run.simplifyValues()
      run.unifyFaults()
      run.shortenNames()
      run.deletePairs()
    }
  }

  /// Lets some time pass instead of ending every fault, where that shows it too.
  private mutating func endEarly<S: SearchableSystem>() where Candidate == RunPlan<S> {
    guard smallest.heals else { return }
    for time in [.zero, .minutes(2), .days(1), S.restTime] as [TimeSpan] {
      let isEnough = tries { plan in
        plan.heals = false
        plan.steps.append(RunStep(after: time, .wait))
      }
      if isEnough { return }
    }
  }

  /// Lets time pass in a later step, which keeps its instant.
  private mutating func postponeTimes<S: SearchableSystem>() where Candidate == RunPlan<S> {
    for place in smallest.steps.indices.dropLast() {
      guard place < smallest.steps.count else { return }
      for time in smallest.steps[place].after.rounder
      where tries({ $0.postpone(to: time, at: place) }) {
        break
      }
    }
  }

  /// Takes round pieces off the times that are left.
  private mutating func shortenTimes<S: SearchableSystem>() where Candidate == RunPlan<S> {
    for place in smallest.steps.indices {
      while place < smallest.steps.count, let piece = smallest.steps[place].after.roundPiece {
        if !tries({ $0.steps[place].after = $0.steps[place].after - piece }) { break }
      }
    }
  }

  /// Lets all faults of a kind be of another kind that comes up too, so that fewer kinds remain;
  /// what comes too late may as well never come.
  private mutating func unifyFaults<S: SearchableSystem>() where Candidate == RunPlan<S> {
    for fault in smallest.kindsOfFaults {
      for other in smallest.kindsOfFaults + fault.simplerKinds where other.kind != fault.kind {
        if tries({ $0.replaceFaults(like: fault, by: other) }) { break }
      }
    }
  }

  private mutating func simplifySetting<S: SearchableSystem>() where Candidate == RunPlan<S> {
    var place = smallest.setting.devices.count - 1
    while place >= 0, smallest.setting.devices.count > 1 {
      _ = tries { $0.removeDevice(at: place) }
      place -= 1
    }
    _ = tries { $0.nameSoleDevice() }
    _ = tries { plan in
      plan.setting.profile = S.profiles.first?.name ?? plan.setting.profile
      plan.setting.readings = S.profiles.first?.readings ?? plan.setting.readings
    }
    if case .backends = smallest.setting.answering {
      _ = tries { $0.setting.answering = .backends(latency: .zero) }
    }
    for place in smallest.setting.devices.indices {
      _ = tries { plan in
        let name = plan.setting.devices[place].name
        plan.setting.devices[place] = Preparation.Device(name: name)
      }
    }
    simplify(smallest.setting.readings) { $0.setting.readings = $1 }
    for place in smallest.setting.devices.indices {
      simplify(smallest.setting.devices[place].config) { $0.setting.devices[place].config = $1 }
    }
  }

  private mutating func simplify<S: SearchableSystem, R: Record>(
    _ value: R, _ put: (inout RunPlan<S>, R) -> Void
  ) where Candidate == RunPlan<S> {
    var (value, version) = (value, 0)
    while let simpler = Simplifier.version(version, of: value, { $0.fields(&$1) }) {
      if tries({ put(&$0, simpler) }) { value = simpler } else { version += 1 }
    }
  }

  /// Gives a name that stands in several places a short one in all of them.
  private mutating func shortenNames<S: SearchableSystem>() where Candidate == RunPlan<S> {
    for name in smallest.names where name.utf8.count > 1 {
      for short in ["a", "b", "c", "d"] where !smallest.names.contains(short) {
        if tries({ $0.rename(name, to: short) }) { break }
      }
    }
  }
}

extension TimeSpan {
  /// The greatest unit that divides it; `nil` where it is one unit or none.
  fileprivate var roundPiece: TimeSpan? {
    let units: [TimeSpan] = [.days(1), .hours(1), .minutes(1), .seconds(10), .seconds(1)]
    return units.first { $0 < self && milliseconds % $0.milliseconds == 0 }
  }
}
