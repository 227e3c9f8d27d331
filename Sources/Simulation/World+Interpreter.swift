import EventSourcing

extension World {
  /// Turns one effect into what follows from it: the only place where effects become events.
  mutating func carryOut(
    _ outcome: Outcome<S.Machine.Event, S.Reply>, by party: String, seq: Int64
  ) {
    guard let index = indexes[party] else { return }
    switch outcome {
    case .internal, .external:
      break
    case .wake(let timer, let due, let event):
      arm(timer, due: due, event: event, party: index, cause: seq)
    case .cancel(let timer):
      parties[index].timers.removeAll { $0.name == timer }
    case .request(let request):
      switch answering {
      case .script(let script): send(request, by: index, seq: seq, script: script)
      case .backends(let network): send(request, by: index, seq: seq, over: network)
      }
    case .message(let message):
      guard case .backends(let network) = answering else { return }
      deliver(message, seq: seq, over: network)
    }
  }

  /// The event that something due comes to; `nil` when it no longer applies.
  mutating func resolve(_ due: Due, cause: Int64) -> S.Machine.Event? {
    switch due.kind {
    case .timer(let name):
      return fire(name, party: due.party, cause: cause)
    case .event(let event):
      return event
    case .push(let event):
      // It was on its way when the network went.
      return parties[due.party].disconnected ? nil : event
    case .answer(let event, let id):
      // What the transport has given up, or has answered already, is answered no more.
      return parties[due.party].closeRequest(id) == nil ? nil : event
    case .timeout(let id):
      return parties[due.party].closeRequest(id)?.failed(.timeout)
    }
  }

  private mutating func arm(
    _ timer: String, due: Instant, event: S.Machine.Event, party: Int, cause: Int64
  ) {
    parties[party].timers.removeAll { $0.name == timer }
    parties[party].timers.append(.init(name: timer, due: due, event: event, cause: cause))
    plan(.timer(name: timer), for: party, at: max(due, now), rank: .timer, cause: cause)
  }

  /// A timer that was set again or cancelled since leaves its old entry in the schedule.
  private mutating func fire(_ name: String, party: Int, cause: Int64) -> S.Machine.Event? {
    let armed = parties[party].timers.firstIndex { $0.name == name && $0.cause == cause }
    return armed.map { parties[party].timers.remove(at: $0).event }
  }

  private mutating func send(
    _ request: Request<S.Machine.Event, S.Reply>, by party: Int, seq: Int64,
    script: Script<S.Reply>
  ) {
    guard let kind = request.kind else { return }
    var script = script
    let (scripted, latency) = script.next(for: kind) ?? (nil, .zero)
    answering = .script(script)
    let number = number(of: kind)
    let hangs = latency > request.timeout
    let event: S.Machine.Event?
    switch scripted {
    case .timeout: event = request.failed(.timeout)
    case _ where hangs: event = request.failed(.timeout)
    case .offline: event = request.failed(.offline)
    case .reply(let reply): event = request.answered(reply)
    case .status(let status):
      event = request.answered(S.reply(status: status, to: kind, number: number))
    case nil: event = request.answered(S.usualReply(to: kind, number: number))
    }
    guard let event else { return }
    let wait = scripted == .timeout || hangs ? request.timeout : latency
    plan(.event(event), for: party, at: now + wait, rank: .answer, cause: seq)
  }

  mutating func plan(
    _ kind: Due.Kind, for party: Int, at: Instant, rank: Schedule<Due>.Rank, cause: Int64
  ) {
    let due = Due(party: party, incarnation: parties[party].incarnation, kind: kind)
    schedule.add(due, at: at, rank: rank, cause: cause)
  }
}
