import EventSourcing
import Simulation

/// The origin of the faults of a run; without one nothing goes wrong.
struct FaultSource<S: SearchableSystem> {
  /// Draws the faults; `nil` where they are not drawn.
  private var draw: FaultDraw<S>?
  /// The faults of a run that is repeated, by the requests and the messages that they are about.
  private var requests: [RequestID: [RunFault<S.Reply>]] = [:]
  private var messages: [SentMessage: [RunFault<S.Reply>]] = [:]

  /// Faults that are drawn.
  init(drawnBy draw: FaultDraw<S>) { self.draw = draw }

  /// The faults of these steps.
  init(of steps: [RunPlan<S>.Step]) {
    for fault in steps.lazy.compactMap(\.fault) {
      if let request = fault.request { requests[request, default: []].append(fault) }
      if let message = fault.message { messages[message, default: []].append(fault) }
    }
  }

  mutating func fault(
    of request: SentRequest, _ tally: inout RunTally
  ) -> RunFault<S.Reply>? {
    if draw != nil { return draw?.fault(of: request, &tally.faults) }
    // A machine that uses a number again makes several requests of one name.
    return requests[request.id]?.isEmpty == false ? requests[request.id]?.removeFirst() : nil
  }

  mutating func faults(
    of message: SentMessage, _ tally: inout RunTally
  ) -> [RunFault<S.Reply>] {
    draw?.faults(of: message, &tally.faults) ?? messages[message] ?? []
  }
}
