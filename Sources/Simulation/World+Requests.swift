import EventSourcing

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
