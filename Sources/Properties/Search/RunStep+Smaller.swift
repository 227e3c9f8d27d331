import EventSourcing
import Simulation

extension RunStep {
  mutating func rename(party name: String, to other: String) {
    switch action {
    case .input(name, let event, let first):
      action = .input(party: other, event, first: first)
    case .fault(let fault): action = .fault(fault.renamed(party: name, to: other))
    case .due(let item): action = .due(item.renamed(party: name, to: other))
    case .input, .wait: break
    }
  }

  /// Returns the step with one value simpler, by the number in the order in which they are tried.
  func simpler(_ version: Int) -> RunStep? {
    switch action {
    case .wait, .due: return nil
    case .input(let party, let event, let first):
      // Nothing but time, after what is due at its instant, then as it stands with other values.
      if version == 0 { return RunStep(after: after, .wait) }
      if first, version == 1 {
        return RunStep(after: after, .input(party: party, event, first: false))
      }
      return Simplifier.version(
        version - (first ? 2 : 1), of: event, keeping: Event.requestField
      ) { $0.fields(&$1) }.map { RunStep(after: after, .input(party: party, $0, first: first)) }
    case .fault(let fault):
      return fault.simpler(version).map { RunStep(after: after, .fault($0)) }
    }
  }
}

extension Int64 {
  /// Lowers the number of a request; one that no run reaches stays.
  fileprivate func lowered(by count: Int64) -> Int64 {
    let (lowered, isBeyond) = subtractingReportingOverflow(count)
    return isBeyond ? self : Swift.max(1, lowered)
  }
}

extension RequestID {
  fileprivate func renamed(party name: String, to other: String) -> RequestID {
    party == name ? RequestID(party: other, number: number) : self
  }

  fileprivate func lowered(by count: Int64) -> RequestID {
    RequestID(party: party, number: number.lowered(by: count))
  }
}

extension FlightID {
  fileprivate func renamed(party name: String, to other: String) -> FlightID {
    var flight = self
    if party == name { flight.party = other }
    return flight
  }

  /// Lowers the number of its request; a flight without a request keeps its own.
  fileprivate func lowered(by count: Int64) -> FlightID {
    var flight = self
    if half != .message, number > 0 { flight.number = number.lowered(by: count) }
    return flight
  }
}

extension DueItem {
  fileprivate func renamed(party name: String, to other: String) -> DueItem {
    switch self {
    case .arrival(let flight): .arrival(flight.renamed(party: name, to: other))
    case .timer(let party, let timer): .timer(party: party == name ? other : party, name: timer)
    case .limit(let request): .limit(request.renamed(party: name, to: other))
    }
  }

  func lowered(by count: Int64) -> DueItem {
    switch self {
    case .arrival(let flight): .arrival(flight.lowered(by: count))
    case .timer: self
    case .limit(let request): .limit(request.lowered(by: count))
    }
  }
}

extension RunFault {
  func renamed(party name: String, to other: String) -> RunFault {
    about {
      $0.renamed(party: name, to: other)
    } message: {
      SentMessage($0.flight.renamed(party: name, to: other), earlier: $0.earlier)
    }
  }

  /// The same fault of a request with a lower number; what has no request keeps its own.
  func lowered(by count: Int64) -> RunFault {
    about {
      $0.lowered(by: count)
    } message: {
      SentMessage($0.flight.lowered(by: count), earlier: $0.earlier)
    }
  }

  /// The same fault of a message with one fewer of its name before it.
  var earlier: RunFault {
    about(request: { $0 }, message: { SentMessage($0.flight, earlier: max(1, $0.earlier) - 1) })
  }

  private func about(
    request changed: (RequestID) -> RequestID, message moved: (SentMessage) -> SentMessage
  ) -> RunFault {
    switch self {
    case .answer(let request, let reply, let time): .answer(changed(request), reply, after: time)
    case .fail(let request, let why, let time): .fail(changed(request), why, after: time)
    case .hang(let request): .hang(changed(request))
    case .drop(let sent): .drop(moved(sent))
    case .duplicate(let sent, let time): .duplicate(moved(sent), after: time)
    case .delay(let sent, let time): .delay(moved(sent), by: time)
    }
  }

  /// Returns the fault with one value simpler, by the number in the order in which they are tried.
  func simpler(_ version: Int) -> RunFault? {
    func rounder(_ time: TimeSpan) -> TimeSpan? { time.rounder.dropFirst(version).first }
    switch self {
    case .answer(let request, let reply, let time):
      let times = time.rounder
      if version < times.count { return .answer(request, reply, after: times[version]) }
      return Simplifier.version(version - times.count, of: reply) { $0.described(by: &$1) }.map {
        // One of another kind is no other version.
        .answer(request, $0.status / 100 == reply.status / 100 ? $0 : reply, after: time)
      }
    case .fail(let request, let why, let time):
      return rounder(time).map { .fail(request, why, after: $0) }
    case .duplicate(let sent, let time):
      return rounder(time).map { .duplicate(sent, after: $0) }
    case .delay(let sent, let time): return rounder(time).map { .delay(sent, by: $0) }
    // An answer that never comes is waited for; a failure is known at once.
    case .hang(let request):
      return version == 0 ? .fail(request, .connectionLost, after: .zero) : nil
    case .drop: return nil
    }
  }
}
