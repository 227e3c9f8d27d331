import EventSourcing
import Simulation

/// The origin of the faults of a run; without one nothing goes wrong.
struct FaultSource<S: SearchableSystem> {
  /// Draws the faults; `nil` where they are not drawn.
  private var draw: FaultDraw<S>?
  /// The faults of a run that is repeated, by what they are about.
  private var planned: [FaultTarget: [RunFault<S.Reply>]] = [:]

  /// Faults that are drawn.
  init(drawnBy draw: FaultDraw<S>) { self.draw = draw }

  /// The faults of these steps.
  init(of steps: [RunPlan<S>.Step]) {
    for step in steps {
      if let fault = step.fault { planned[fault.target, default: []].append(fault) }
    }
  }

  mutating func fault(
    of request: SentRequest, _ tally: inout RunTally
  ) -> RunFault<S.Reply>? {
    if draw != nil { return draw?.fault(of: request, &tally.faults) }
    // A machine that uses a number again makes several requests of one name.
    let target = FaultTarget.request(request.id)
    return planned[target]?.isEmpty == false ? planned[target]?.removeFirst() : nil
  }

  mutating func faults(
    of message: SentMessage, _ tally: inout RunTally
  ) -> [RunFault<S.Reply>] {
    if let drawn = draw?.faults(of: message, &tally.faults) { return drawn }
    return planned[.flight(message.flight)]?.filter { $0.message == message } ?? []
  }
}
