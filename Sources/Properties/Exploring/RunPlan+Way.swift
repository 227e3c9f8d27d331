import EventSourcing
import Simulation

extension RunPlan {
  /// A way of an exhaustive search as a plan: what comes from outside and what is due, in order,
  /// and for each request or message what becomes of it, which a plan says beforehand.
  public init(_ way: BrokenWay<S>, of setting: RunSetting<S>) where S: SearchableSystem {
    var world = setting.world
    var records = RecordCounter<S.Machine.Event, S.Machine.Effect>()
    var sent: [SentRequest<S>] = []
    var flights: [FlightID: Int64] = [:]
    var faults: [RunFault<S.Reply>] = []
    var steps: [RunStep<S>] = []
    var last = setting.start
    func add(_ action: RunStep<S>.Action) {
      steps.append(RunStep(after: world.now - last, action))
      last = world.now
    }
    func note(_ request: RequestID, _ fault: (TimeSpan) -> RunFault<S.Reply>) {
      guard let place = sent.lastIndex(where: { $0.id == request }) else { return }
      sent[place].fault = fault(world.now - sent[place].at)
    }
    // What is lost, late or doubled of several messages of one name is the last of them.
    func latest(_ flight: FlightID) -> SentMessage {
      SentMessage(flight, earlier: max(0, (flights[flight] ?? 0) - 1))
    }
    for choice in way.choices {
      world.step(choice, into: &records)
      for item in world.sent {
        switch item {
        case .request(let request, _): sent.append(SentRequest(id: request, at: world.now))
        case .flight(let flight): flights[flight, default: 0] += 1
        }
      }
      switch choice {
      case .input(let input): add(.input(party: input.party, input.event, first: true))
      case .deliver(let flight): add(.due(.arrival(flight)))
      case .fire(let party, let timer): add(.due(.timer(party: party, name: timer)))
      case .giveUp(let request): add(.due(.limit(request)))
      case .answer(let request, let reply, let after):
        note(request) { .answer(request, reply, after: $0 + after) }
      case .fail(let request, let failure, let after):
        note(request) { .fail(request, failure, after: $0 + after) }
      case .drop(let flight): faults.append(.drop(latest(flight)))
      case .duplicate(let flight, let after):
        faults.append(.duplicate(latest(flight), after: after))
      case .delay(let flight, let span): faults.append(.delay(latest(flight), by: span))
      case .next, .wait, .stopLosingAnswers: break
      }
    }
    if world.now > last { add(.wait) }
    faults += sent.map { $0.fault ?? .hang($0.id) }
    self.init(
      setting: setting, steps: faults.map { RunStep(.fault($0)) } + steps, heals: way.heals)
  }
}

/// A request that was sent on a way, and what became of it.
private struct SentRequest<S: System> {
  let id: RequestID
  let at: Instant
  var fault: RunFault<S.Reply>?
}
