import EventSourcing

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

extension World {
  /// Goes on from where the fold of a log has come to, with every request that is open waiting for
  /// a choice. What was on its way to backends, or between them, is not known of a log.
  package init(resuming engine: Engine<S>, at now: Instant) {
    self.init(engine, at: now)
    for place in engine.parties.indices {
      links.append(Link())
      self.engine.parties[place].keepRequests { $0.kind != nil && $0.number != nil }
      for timer in engine.parties[place].timers {
        plan(timerOf: place, due: timer.due, cause: timer.cause)
      }
      for request in self.engine.parties[place].requests {
        planLimit(request.limit, ofRequestOf: place, request.effect.seq)
      }
    }
  }
}
