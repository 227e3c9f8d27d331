import EventSourcing

extension World {
  /// Sends a request to a simulated backend; without a network it fails at once.
  mutating func send(
    _ request: Request<S.Machine.Event, S.Reply>, by party: Int, seq: Int64, over network: Network
  ) {
    if parties[party].disconnected {
      if let event = request.failed(.offline) {
        plan(.event(event), for: party, at: now, rank: .answer, cause: seq)
      }
      return
    }
    parties[party].requests.append(.init(id: request.id, cause: seq, failed: request.failed))
    let limit = now + request.timeout
    plan(.timeout(request: request.id), for: party, at: limit, rank: .answer, cause: seq)
    guard let arrival = request.arrival, let recipient = indexes[request.recipient] else { return }
    let journey = network.journey(.request, stream: &parties[party].network)
    for delay in journey.arrivals {
      plan(.event(arrival), for: recipient, at: now + delay, rank: .answer, cause: seq)
    }
  }

  /// Hands a backend's message to its recipient: at once to a backend, else over the network.
  mutating func deliver(
    _ message: Message<S.Machine.Event>, seq: Int64, over network: Network
  ) {
    guard let recipient = indexes[message.recipient] else { return }
    if parties[recipient].isBackend {
      plan(.event(message.event), for: recipient, at: now, rank: .answer, cause: seq)
      return
    }
    if parties[recipient].disconnected { return }
    if message.answers != nil, parties[recipient].answersToLose > 0 {
      parties[recipient].answersToLose -= 1
      return
    }
    let half: Network.Half = message.answers == nil ? .push : .answer
    let journey = network.journey(half, stream: &parties[recipient].network)
    for delay in journey.arrivals {
      let kind: Due.Kind =
        if let id = message.answers { .answer(message.event, request: id) } else {
          message.needsProcess ? .event(message.event) : .push(message.event)
        }
      plan(kind, for: recipient, at: now + delay, rank: .answer, cause: seq)
    }
  }

  /// Changes the network of one device, and tells it where the system says so.
  mutating func apply(_ change: NetworkChange, to party: Int, cause: Int64) {
    switch change {
    case .answerLost:
      parties[party].answersToLose += 1
    case .lost:
      parties[party].disconnected = true
      let open = parties[party].requests
      parties[party].requests.removeAll()
      tell(party, online: false, cause: cause)
      for request in open {
        guard let event = request.failed(.connectionLost) else { continue }
        plan(.event(event), for: party, at: now, rank: .answer, cause: request.cause)
      }
    case .restored:
      parties[party].disconnected = false
      tell(party, online: true, cause: cause)
    }
  }

  private mutating func tell(_ party: Int, online: Bool, cause: Int64) {
    guard let event = S.connectivityChanged(online: online) else { return }
    fold(event, party: parties[party].name, cause: cause)
  }
}
