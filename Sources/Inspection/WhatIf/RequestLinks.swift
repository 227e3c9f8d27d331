import EventSourcing
import Replay
import Simulation

/// What an effect of the original trace became with the changes, for as long as something may
/// follow from it.
struct RequestLink<S: System> {
  typealias Effect = S.Machine.Effect

  let orderer: String
  let name: Effect.Name
  /// What follows from it in the original trace.
  let old: Outcome<S.Machine.Event>
  /// What follows from it with the changes; `nil` if it no longer exists.
  var new: Outcome<S.Machine.Event>?
  /// The number of the record that sends it in the changed trace, if it is sent at another time.
  var sentBy: Int64?
}

/// The open links, oldest first.
struct RequestLinks<S: System> {
  private var links: [RequestLink<S>] = []

  /// An effect that is never answered is forgotten after this many later ones.
  private static var limit: Int { 1_024 }

  mutating func add(_ link: RequestLink<S>) {
    if links.count == RequestLinks.limit { links.removeFirst() }
    links.append(link)
  }

  /// Lets a request that does not exist any more come at another time: what was recorded for it
  /// follows then. False where there is none of this party and name. `seq` is its number in the
  /// changed trace.
  mutating func reuse(
    _ name: S.Machine.Effect.Name, of party: String, as outcome: Outcome<S.Machine.Event>,
    sentBy seq: Int64?
  ) -> Bool {
    let gone = links.firstIndex { $0.new == nil && $0.name == name && $0.orderer == party }
    guard let gone else { return false }
    links[gone].new = outcome
    links[gone].sentBy = seq
    return true
  }

  /// The link from which `event` follows in the original trace; closed if nothing more can follow.
  mutating func link(to event: RecordedEvent<S.Machine.Event>) -> RequestLink<S>? {
    let request = event.event.request
    let index = links.firstIndex {
      $0.old.leads(to: event, by: $0.orderer, request: request)
    }
    guard let index else { return nil }
    let link = links[index]
    switch link.old {
    case .request(let order):
      // What arrived at a backend is answered or fails later.
      let isArrival = order.recipient == event.party && order.arrival == event.event
      if !isArrival || link.new == nil { links.remove(at: index) }
    case .message(let message):
      links.remove(at: index)
      if let answered = message.answers { close(answered, of: message.recipient) }
    case .internal, .external, .wake, .cancel: links.remove(at: index)
    }
    return link
  }

  /// A request whose answer a backend hands over.
  private mutating func close(_ number: Int64, of party: String) {
    links.removeAll { link in
      guard link.orderer == party, case .request(let order) = link.old else { return false }
      return order.id == number
    }
  }
}
