import EventSourcing
import Simulation

extension RunPlan {
  /// A way of an exhaustive search as a plan: what comes from outside in order, and for each
  /// request or message what becomes of it, which a plan says beforehand.
  public init(_ way: BrokenWay<S>, of setting: RunSetting<S>) where S: SearchableSystem {
    var world = setting.world
    var records = RecordCounter<S.Machine.Event, S.Machine.Effect>()
    var sent: [(request: RequestID, at: Instant)] = []
    var faults: [RunFault<S.Reply>] = []
    var steps: [RunStep<S>] = []
    var last = setting.start
    func time(since request: RequestID) -> TimeSpan {
      world.now - (sent.first { $0.request == request }?.at ?? world.now)
    }
    for choice in way.choices {
      switch choice {
      case .input(let input):
        let first = world.nextDue() == input.at
        steps.append(
          RunStep(
            after: input.at - last, .input(party: input.party, input.event, first: first)))
        last = input.at
      case .answer(let request, let reply, let after):
        faults.append(.answer(request, reply, after: time(since: request) + after))
      case .fail(let request, let failure, let after):
        faults.append(.fail(request, failure, after: time(since: request) + after))
      case .drop(let flight): faults.append(.drop(flight))
      case .duplicate(let flight, let after): faults.append(.duplicate(flight, after: after))
      case .delay(let flight, let span): faults.append(.delay(flight, by: span))
      case .next, .wait, .deliver, .fire, .giveUp, .stopLosingAnswers: break
      }
      world.step(choice, into: &records)
      for case .request(let request, _) in world.sent { sent.append((request, world.now)) }
    }
    for (request, _) in sent where !faults.contains(where: { $0.target == .request(request) }) {
      faults.append(.hang(request))
    }
    // Also where no time has passed: what is due at the instant of the last input comes after it.
    steps.append(RunStep(after: world.now - last, .wait))
    self.init(
      setting: setting, steps: faults.map { RunStep(.fault($0)) } + steps, heals: way.heals)
  }
}
