import EventSourcing
import Simulation
import Traces

/// The part of a record in an exchange between parties.
public enum RecordPart: Equatable, Sendable {
  /// A device asks something of a backend.
  case request(RequestID)
  /// A device gets the answer to its request, or learns that there is none.
  case answer(RequestID)
  /// A backend sends something to another party.
  case message
  /// A timer is set or cancelled.
  case timer
  /// Something for the machine's own use, which neither the app nor another party sees.
  case `internal`
  /// Anything else: what happens, and what reaches the app or the user.
  case other
}

extension RecordPart {
  package var name: String? {
    switch self {
    case .request: "request"
    case .answer: "answer"
    case .message: "message"
    case .timer: "timer"
    case .internal: "internal"
    case .other: nil
    }
  }
}

/// A record with its part in an exchange with another party, as a timeline shows it.
public struct TimelineRecord: Equatable, Sendable {
  /// The record.
  public var record: ErasedRecord
  /// Its part in an exchange.
  public var part: RecordPart

  package init(_ record: ErasedRecord, part: RecordPart = .other) {
    self.record = record
    self.part = part
  }
}

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

  /// The event that this leads to in the place of `event`, which the same effect led to before: by
  /// itself where `isDerived`, as an answer otherwise; `nil` where nothing comes by itself.
  package func event(after event: Event, isDerived: Bool) -> Event? {
    switch self {
    case .wake(_, _, let fired): isDerived ? fired : event
    case .request(let order) where isDerived: order.arrival
    case .request(let order): order.id.map { event.renumbered($0) } ?? event
    case .message(let message): isDerived ? message.event : event
    case .internal, .external, .cancel: event
    }
  }
}
