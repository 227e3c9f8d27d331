import EventSourcing

/// One way in which a world can go on; `World.step` is the only way forward.
///
/// A fault is a choice of its own: a list of choices from which it is deleted has the normal
/// delivery in its place.
public enum WorldChoice<Event: Vocabulary, Reply: ScriptedReply>: Hashable, Sendable {
  /// The event that is due first happens, at its instant.
  case next
  /// Time passes; nothing may be due before that instant.
  case wait(until: Instant)
  /// Something happens from outside; nothing may be due before its instant.
  case input(Input<Event>)
  /// A message on its way arrives now, before whatever else is due.
  case deliver(FlightID)
  /// A timer fires now; it is not due later than anything else.
  case fire(party: String, timer: String)
  /// The transport gives the device's request up; nothing else is due earlier.
  case giveUp(RequestID)
  /// The device's request is answered, the answer arriving after some time.
  case answer(RequestID, with: Reply, after: TimeSpan)
  /// The device's request fails, and the device notices after some time.
  case fail(RequestID, NetworkFailure, after: TimeSpan)
  /// A message on its way never arrives; of several of one name, the one that was sent last.
  case drop(FlightID)
  /// A message on its way arrives once more, this much later.
  case duplicate(FlightID, after: TimeSpan)
  /// A message on its way arrives this much later.
  case delay(FlightID, by: TimeSpan)
  /// No more answers are lost, whatever was ordered: a search uses this to end all faults.
  case stopLosingAnswers
}

/// Names a request of a device.
public struct RequestID: Hashable, Sendable {
  /// The device.
  public var party: String
  /// The device's number for it.
  public var number: Int64

  /// Names a request.
  public init(party: String, number: Int64) {
    self.party = party
    self.number = number
  }
}

/// Names something on its way, by what it belongs to: the name stays the same when an earlier
/// choice is deleted.
public struct FlightID: Hashable, Sendable {
  /// The device that sends or gets it; between backends, the one that gets it.
  public var party: String
  /// The half of the exchange that it is.
  public var half: Half
  /// The number of the request; what has none is counted for each party, requests downwards.
  public var number: Int64
  /// The number of the copy of the same message; 0 for the original.
  public var copy: Int64

  /// The halves of an exchange.
  public enum Half: String, Choice {
    /// From a device to a backend.
    case request
    /// From a backend to the device that asked.
    case answer
    /// Unasked, to a device or between backends.
    case message
  }

  /// Names something on its way.
  public init(party: String, half: Half, number: Int64, copy: Int64 = 0) {
    self.party = party
    self.half = half
    self.number = number
    self.copy = copy
  }
}

extension World {
  /// Lists the choices that need nothing from outside: whatever is due first, in every order, and
  /// every fault of what is on its way.
  public mutating func choices() -> [Choice] {
    guard let due = nextDue() else { return [] }
    let waiting = flights.inOrder.map { $0.value }
    var result: [Choice] = waiting.filter { max($0.due, now) == due }.map { .deliver($0.id) }
    for party in engine.parties {
      result += party.timers.filter { max($0.due, now) == due }.map {
        .fire(party: party.name, timer: $0.name)
      }
    }
    for party in engine.parties {
      result += party.requests.filter { max($0.limit, now) == due }.map {
        .giveUp(party.id(of: $0))
      }
    }
    return result
      + waiting.flatMap { [Choice.drop($0.id), .duplicate($0.id, after: .zero)] }
  }

  /// Drops what the last step has sent and ordered, with the storage for it.
  public mutating func forgetLastStep() {
    sent = []
    engine.forgetEffects()
  }
}

extension World {
  /// The requests that wait for a choice, device by device in the order sent.
  public var openRequests: [(id: RequestID, kind: String?)] {
    engine.parties.flatMap { party in party.requests.map { (party.id(of: $0), $0.kind) } }
  }
}

extension PartyProcess {
  /// The name of one of its open requests, which have numbers in a world.
  func id(of request: OpenRequest<Machine.Effect>) -> RequestID {
    RequestID(party: name, number: request.number ?? 0)
  }
}
