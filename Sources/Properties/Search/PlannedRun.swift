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
  var faults: FaultSource<S>? {
    hasOtherFaults ? nil : FaultSource(of: plan.steps)
  }

  /// Performs up to `steps` steps, none after `end`.
  func perform(in run: inout SearchRun<S>, steps: Int, until end: Instant) {
    for step in plan.steps {
      if run.isOver || run.steps.count >= steps || run.world.now >= end { return }
      run.perform(step)
    }
  }
}

extension SearchOptions {
  /// The share of mutations among the runs after those of the plans: one in two.
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

/// Changes a plan a little, as fuzzers do: steps are left out, done twice, moved in time and among
/// each other, values are drawn anew, and the end is that of another plan.
struct PlanMutation<S: SearchableSystem> {
  private(set) var plan: RunPlan<S>
  private let inputs: [SearchedInput<S.Machine.Event>]?
  private var stream: RandomStream

  /// The greatest number of steps of a mutation: steps done twice would otherwise double it again
  /// and again.
  private static var steps: Int { 4_000 }
  /// The largest number of steps that are left out or done twice.
  private static var range: Int64 { 8 }

  init(_ plan: RunPlan<S>, inputs: [SearchedInput<S.Machine.Event>]?, _ stream: RandomStream) {
    self.plan = plan
    self.inputs = inputs
    self.stream = stream
  }

  /// Whether one of `cases` is drawn, among `all`.
  mutating func draw(_ cases: Int64, of all: Int64) -> Bool { stream.below(all) < cases }

  /// Makes one change, or some.
  mutating func change(with others: [RunPlan<S>]) {
    for _ in 0...(1 << stream.below(4)) {
      if plan.steps.isEmpty { return splice(stream.pick(others)) }
      switch stream.below(6) {
      case 0: plan.delete(range(), keepingTime: stream.below(2) == 0)
      case 1: doTwice()
      case 2: moveInTime()
      case 3: exchange()
      case 4: drawValues()
      default: splice(stream.pick(others))
      }
    }
    plan.steps.removeLast(max(0, plan.steps.count - Self.steps))
  }

  private mutating func place() -> Int { Int(stream.below(Int64(plan.steps.count))) }

  private mutating func range() -> Range<Int> {
    let first = place()
    return first..<min(plan.steps.count, first + 1 + Int(stream.below(Self.range)))
  }

  private mutating func doTwice() {
    let range = range()
    let copy = Array(plan.steps[range])
    plan.steps.insert(contentsOf: copy, at: range.upperBound)
    // What goes wrong with the requests of the copy is about the next ones.
    for device in plan.setting.deviceNames {
      let requests = Set(copy.compactMap(\.fault?.request).filter { $0.party == device })
      if requests.isEmpty { continue }
      plan.lowerRequests(of: device, by: -Int64(requests.count), from: range.upperBound)
    }
  }

  private mutating func moveInTime() {
    let place = place()
    if plan.steps[place].fault == nil { plan.steps[place].after = TimeDraw.span(&stream) }
  }

  private mutating func exchange() {
    let (one, other) = (place(), place())
    let (action, instead) = (plan.steps[one].action, plan.steps[other].action)
    guard plan.steps[one].fault == nil, plan.steps[other].fault == nil else { return }
    plan.steps[one].action = instead
    plan.steps[other].action = action
  }

  private mutating func drawValues() {
    let place = place()
    guard case .input(let party, let event, let first) = plan.steps[place].action else { return }
    var inventor = Inventor(stream, now: plan.setting.start, pools: S.searchedPools)
    var drawn = inventor.invent(like: event)
    stream = inventor.rest
    if let input = inputs?.first(where: { $0.name == event.name }) { drawn = input.given(drawn) }
    guard S.validationError(in: drawn) == nil else { return }
    plan.steps[place].action = .input(party: party, drawn, first: first)
  }

  /// Goes on as another plan does from one of its steps on, with the devices of this one.
  private mutating func splice(_ other: RunPlan<S>) {
    guard other.setting.answering == plan.setting.answering, !other.steps.isEmpty else { return }
    let mine = plan.setting.deviceNames
    var rest = Array(other.steps[Int(stream.below(Int64(other.steps.count)))...])
    for step in rest.indices {
      guard let party = rest[step].party,
        let place = other.setting.deviceNames.firstIndex(of: party)
      else { continue }
      rest[step].rename(party: party, to: mine[place % mine.count])
    }
    plan.steps.removeSubrange(Int(stream.below(Int64(plan.steps.count) + 1))...)
    plan.steps += rest
  }
}

extension RunPlan {
  /// The first thing in it that the machine cannot follow, in words: a party that is not there, or
  /// an event that may not be given and is not the sample that a search takes where it draws none
  /// that may; `nil` where it follows all.
  public var misfit: String? {
    let devices = setting.deviceNames
    if devices.isEmpty { return "it has no device" }
    if Set(devices).count < devices.count { return "two of its devices have one name" }
    if let name = devices.first(where: { S.backends.contains($0) }) {
      return "its device '\(name)' is called like a backend"
    }
    let parties = setting.answering == .choices ? devices : devices + S.backends
    for (place, step) in steps.enumerated() {
      if let party = step.party, !parties.contains(party) {
        return "step \(place + 1) is about '\(party)', and the run has \(listed(parties))"
      }
      if case .input(_, let event, _) = step.action, event != .sample(of: event.name),
        let error = S.validationError(in: event)
      {
        return "step \(place + 1): \(error)"
      }
    }
    return nil
  }

  private func listed(_ parties: [String]) -> String {
    parties.map { "'\($0)'" }.joined(separator: ", ")
  }
}

extension SearchOptions {
  /// Whether a plan has no more devices, time, inputs and faults than a search draws.
  public func allows(_ plan: RunPlan<S>) -> Bool {
    // The last instant of a run may come after its time is over.
    let last = plan.steps.lastIndex { $0.after > .zero } ?? 0
    let time = plan.steps[..<last].reduce(TimeSpan.zero) { $0 + $1.after }
    guard plan.setting.devices.count <= devices, time < span else { return false }
    return plan.steps.allSatisfy { step in
      switch step.action {
      case .wait, .due: true
      case .input(_, let event, let first):
        (!first || faults.contains(.ties)) && allows(event)
      case .fault(let fault): allows(fault)
      }
    }
  }

  private func allows(_ event: S.Machine.Event) -> Bool {
    let isInput = inputs?.contains { $0.given(event) == event && $0.name == event.name } ?? true
    let role = event.name.role
    if role == .inside { return isInput || faults.contains(.staleAnswer) }
    return isInput && role.fault.map { faults.contains($0) } ?? true
  }

  private func allows(_ fault: RunFault<S.Reply>) -> Bool {
    switch fault {
    case .answer(_, let reply, let time):
      switch reply.status {
      case 401: faults.contains(.unauthorized)
      case 400...499: faults.contains(.clientError)
      case 500...: faults.contains(.serverError)
      default: time == .zero || faults.contains(.latency) || faults.contains(.late)
      }
    case .fail(_, .offline, _): faults.contains(.offline)
    case .fail: faults.contains(.connectionLost)
    case .hang: faults.contains(.hanging)
    case .drop: faults.contains(.lost)
    case .duplicate: faults.contains(.duplicate)
    case .delay: faults.contains(.late)
    }
  }
}
