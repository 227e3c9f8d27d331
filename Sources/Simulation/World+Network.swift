import EventSourcing

/// The consequences of effects, and the fate of messages on their way.
extension World {
  /// Turns one effect into what follows from it: the only place where effects become events.
  ///
  /// `request` is the record that has led to the event which ordered the effect; where that is a
  /// request, its answer may be awaited no more.
  mutating func perform(
    _ outcome: consuming Outcome<S.Machine.Event>, by place: Int, cause: Int64, request: Int64?,
    isAwaited: Bool
  ) {
    // What it holds goes on and is not copied.
    switch consume outcome {
    case .internal, .external, .cancel:
      break
    case .wake(_, let due, _):
      plan(timerOf: place, due: due, cause: cause)
    case .request(let request):
      send(request, by: place, cause: cause)
    case .message(let message):
      guard case .backends(let latency) = answering else { return }
      if message.answersArrival, !isAwaited { return }
      send(
        message, cause: cause, latency: latency,
        answering: message.answersArrival ? request : nil)
    }
  }

  /// Lets what was on its way reach its recipient, where it still can.
  mutating func arrive(_ flight: Flight<S.Machine.Event>, into sink: inout some Sink) {
    guard let place = engine.place(of: flight.recipient) else { return }
    switch flight.content {
    case .arrival(let event, let isAwaited):
      happen(event, to: place, cause: flight.cause, isAwaited: isAwaited, into: &sink)
    case .answer(let event, let number):
      // What the transport has given up, or has answered already, is answered no more.
      guard engine.parties[place].takeRequest(where: { $0.number == number }) != nil else { return }
      happen(event, to: place, cause: flight.cause, into: &sink)
    case .message(let event, let needsProcess, let launch):
      let process = engine.parties[place]
      if !process.isRunning {
        if let launch, process.phase == .endedBySystem {
          happen(launch, to: place, cause: flight.cause, into: &sink)
        } else if needsProcess {
          return
        }
      }
      happen(event, to: place, cause: flight.cause, into: &sink)
    }
  }

  /// Drops what is lost with the device's process besides its open requests: everything on its way
  /// to the process.
  mutating func loseProcess(of place: Int) {
    guard engine.parties[place].isRunning else { return }
    let party = engine.parties[place].name
    flights.removeAll { $0.recipient == party && $0.needsProcess }
    flights.abandonRequests(of: party)
  }

  /// Lets a device notice that a request was given up, which is no longer open.
  mutating func timeOut(
    _ request: OpenRequest<S.Machine.Effect>, of place: Int, into sink: inout some Sink
  ) {
    if let number = request.number, let event = S.failed(number, .timeout) {
      happen(event, to: place, cause: request.effect.seq, into: &sink)
    }
  }

  /// Changes the network of one device, which is notified where the system says so.
  mutating func apply(
    _ change: NetworkChange, to place: Int, cause: Int64, into sink: inout some Sink
  ) {
    switch change {
    case .answerLost:
      links[place].answersToLose += 1
    case .lost:
      links[place].isDown = true
      let party = engine.parties[place].name
      let open = engine.parties[place].takeRequests()
      flights.removeAll { $0.recipient == party }
      flights.abandonRequests(of: party)
      notify(place, online: false, cause: cause, into: &sink)
      for request in open { fail(request.number, .connectionLost, of: place, request.effect.seq) }
    case .restored:
      links[place].isDown = false
      notify(place, online: true, cause: cause, into: &sink)
    }
  }

  private mutating func notify(
    _ place: Int, online: Bool, cause: Int64, into sink: inout some Sink
  ) {
    guard let event = S.connectivityChanged(online: online) else { return }
    happen(event, to: place, cause: cause, into: &sink)
  }

  /// Lets the device notice at once that a request failed, which is no longer open.
  private mutating func fail(
    _ number: Int64?, _ failure: NetworkFailure, of place: Int, _ cause: Int64
  ) {
    guard let number, let event = S.failed(number, failure) else { return }
    let party = engine.parties[place].name
    send(
      .message(event, needsProcess: true, launch: nil),
      as: FlightID(party: party, half: .answer, number: number), to: party, after: .zero,
      cause: cause)
  }

  private mutating func send(_ request: Request<S.Machine.Event>, by place: Int, cause: Int64) {
    let party = engine.parties[place].name
    let isDown = links[place].isDown
    let isAwaited = answering == .choices ? request.kind != nil : !isDown
    if isAwaited, request.id != nil {
      planLimit(now + request.timeout, ofRequestOf: place, cause)
    } else {
      engine.parties[place].takeRequest { $0.effect.seq == cause }
    }
    switch answering {
    case .choices:
      guard let number = request.id, let kind = request.kind else { return }
      sent.append(.request(RequestID(party: party, number: number), kind: kind))
    case .backends(let latency):
      if isDown { return fail(request.id, .offline, of: place, cause) }
      guard let arrival = request.arrival else { return }
      let number = request.id ?? -links[place].nextMessage()
      let id = FlightID(party: party, half: .request, number: number)
      send(
        .arrival(arrival), as: id, to: request.recipient, after: firstHalf(of: latency),
        cause: cause)
      sent.append(.flight(id))
    }
  }

  /// Hands a backend's message to its recipient: at once to a backend, else over the network.
  private mutating func send(
    _ message: Message<S.Machine.Event>, cause: Int64, latency: TimeSpan,
    answering arrived: Int64?
  ) {
    guard let place = engine.place(of: message.recipient) else { return }
    let party = message.recipient
    if engine.parties[place].isBackend {
      let id = FlightID(party: party, half: .message, number: links[place].nextMessage())
      send(.arrival(message.event), as: id, to: party, after: .zero, cause: cause)
      return
    }
    if links[place].isDown { return }
    let id: FlightID
    let content: Flight<S.Machine.Event>.Content
    var request = arrived
    if let number = message.answers {
      // A request that was answered or given up waits for no answer.
      guard let open = engine.parties[place].nextAnswer(to: number) else { return }
      if links[place].answersToLose > 0 {
        links[place].answersToLose -= 1
        return
      }
      id = FlightID(party: party, half: .answer, number: number, copy: open.answers - 1)
      content = .answer(message.event, request: number)
      request = open.effect.seq
    } else {
      id = FlightID(party: party, half: .message, number: links[place].nextMessage())
      content = .message(
        message.event, needsProcess: message.needsProcess, launch: message.launch)
    }
    send(
      content, as: id, to: party, after: latency - firstHalf(of: latency), cause: cause,
      answering: request)
    sent.append(.flight(id))
  }

  private func firstHalf(of latency: TimeSpan) -> TimeSpan {
    TimeSpan(milliseconds: latency.milliseconds / 2)
  }
}
