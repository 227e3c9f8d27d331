import EventSourcing

extension World {
  /// The requests that wait for a choice, device by device in the order sent.
  public var openRequests: [(id: RequestID, kind: String?)] {
    var result: [(id: RequestID, kind: String?)] = []
    for (place, party) in engine.parties.enumerated() {
      for request in links[place].requests {
        result.append((RequestID(party: party.name, number: request.number), request.kind))
      }
    }
    return result
  }
}
