import EventSourcing
import Simulation

/// The origin of the faults of a run.
enum FaultSource<Event: Vocabulary, Reply: ScriptedReply> {
  /// Nothing goes wrong.
  case none
  /// They are drawn.
  case drawn(FaultDraw<Event, Reply>)
  /// They are those of a run that is repeated, by what they are about.
  case planned([FaultTarget: [RunFault<Reply>]])

  /// The faults of these steps.
  init(of steps: [RunStep<Event, Reply>]) {
    var planned: [FaultTarget: [RunFault<Reply>]] = [:]
    for step in steps {
      if let fault = step.fault { planned[fault.target, default: []].append(fault) }
    }
    self = .planned(planned)
  }

  /// Ends all faults: nothing goes wrong from now on.
  mutating func end() { self = .none }

  mutating func fault(
    of request: SentRequest, _ tally: inout RunTally
  ) -> RunFault<Reply>? {
    switch self {
    case .none: return nil
    case .drawn(var draw):
      self = .none
      defer { self = .drawn(draw) }
      return draw.fault(of: request, &tally.faults)
    case .planned(var faults):
      self = .none
      defer { self = .planned(faults) }
      // A machine that uses a number again makes several requests of one name.
      let target = FaultTarget.request(request.id)
      return faults[target]?.isEmpty == false ? faults[target]?.removeFirst() : nil
    }
  }

  mutating func faults(
    of message: SentMessage, _ tally: inout RunTally
  ) -> [RunFault<Reply>] {
    switch self {
    case .none: return []
    case .drawn(var draw):
      self = .none
      defer { self = .drawn(draw) }
      return draw.faults(of: message, &tally.faults)
    case .planned(let faults):
      return faults[.flight(message.flight)]?.filter { $0.message == message } ?? []
    }
  }
}
