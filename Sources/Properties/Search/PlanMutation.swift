import EventSourcing
import Simulation

/// Changes a plan a little, as fuzzers do: steps are left out, done twice, moved in time and among
/// each other, values are drawn anew, and the end is that of another plan.
struct PlanMutation<S: SearchableSystem> {
  private(set) var plan: RunPlan<S>
  private let inputs: [SearchedInput<S.Machine.Event>]?
  private var stream: RandomStream

  /// More steps than a mutation has: some that are done twice would double again and again.
  private static var steps: Int { 4_000 }
  /// The largest number of steps that are left out or done twice.
  private static var range: Int64 { 8 }

  init(_ plan: RunPlan<S>, inputs: [SearchedInput<S.Machine.Event>]?, _ stream: RandomStream) {
    self.plan = plan
    self.inputs = inputs
    self.stream = stream
  }

  /// Whether one of so many cases is drawn.
  mutating func draw(_ cases: Int64, of all: Int64) -> Bool { stream.below(all) < cases }

  /// Makes one change, or some.
  mutating func change(with others: [RunPlan<S>]) {
    for _ in 0...(1 << stream.below(4)) {
      if plan.steps.isEmpty { return splice(stream.pick(others)) }
      switch stream.below(6) {
      case 0: leaveOut()
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

  private mutating func leaveOut() {
    plan.delete(range(), keepingTime: stream.below(2) == 0)
  }

  private mutating func doTwice() {
    let range = range()
    let copy = Array(plan.steps[range])
    plan.steps.insert(contentsOf: copy, at: range.upperBound)
    // What goes wrong with the requests of the copy is about the next ones.
    for device in plan.setting.deviceNames {
      let requests = Set(
        copy.compactMap { step -> RequestID? in
          guard case .request(let id) = step.fault?.target, id.party == device else { return nil }
          return id
        })
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
