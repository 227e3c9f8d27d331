import EventSourcing
import Simulation

extension Outcome {
  /// Whether an effect of `orderer` with this outcome leads to `event`, which answers the request
  /// of this number if it has one.
  package func leads(
    to event: RecordedEvent<Event>, by orderer: String, request: Int64?
  ) -> Bool {
    switch self {
    case .wake(_, let due, let fired):
      return orderer == event.party && due <= event.at && fired == event.event
    case .request(let order):
      if order.recipient == event.party, order.arrival == event.event { return true }
      return orderer == event.party && order.id.map { request == $0 } ?? false
    case .message(let message):
      return message.recipient == event.party && message.event == event.event
    case .internal, .external, .cancel: return false
    }
  }
}
