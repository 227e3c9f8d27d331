import EventSourcing
import Platform

// Sends the first that is due: a new token, the properties, or the queue.

extension MobileEngageState {
  /// Sends what is due, or sets the timer for when it will be.
  mutating func sendNext(at now: Instant, _ effects: inout Effects<MobileEngageEffect>) {
    while true {
      switch nextStep(at: now) {
      case .perform(let index):
        perform(queue.take(at: index))
      case .send(let payload):
        traffic.setTimer(nil, &effects)
        send(payload, &effects)
        return
      case .wait(let until):
        traffic.setTimer(until, &effects)
        return
      }
    }
  }

  /// Whether the device's properties leave now, and what holds them back (ME-1).
  ///
  /// They are no part of the queue: they go before all of it, and a failure holds only themselves
  /// back (ME-5).
  func clientDecision(at now: Instant) -> Decision<CallGate> {
    var decision = idleDecision(at: now)
    decision.hold(.nothingToSend, unless: client.isWanted)
    decision.hold(.offline, unless: process.isOnline)
    decision.hold(queue.clientAttempts)
    return decision
  }

  /// Whether a new contact token is asked for now.
  func refreshDecision(at now: Instant) -> Decision<CallGate> {
    var decision = Decision<CallGate>(at: now)
    decision.hold(.process, unless: process.phase.isRunning)
    decision.hold(.inFlight, unless: traffic.inFlight == nil)
    decision.hold(.nothingToSend, unless: traffic.unauthorized != nil)
    decision.hold(.offline, unless: process.isOnline)
    return decision
  }

  /// Whether a queued call leaves now, given its position.
  func decision(
    of call: QueuedCall, at position: QueuePosition, _ now: Instant
  ) -> Decision<CallGate> {
    var decision = idleDecision(at: now)
    decision.hold(.order, unless: position.admits(call.order))
    if call.order.linksNewApplication, settings.follows(.newApplicationLinkNeedsClient) {
      decision.hold(.order, unless: !client.isWanted)
    }
    if call.order.isLocal { return decision }
    decision.hold(.offline, unless: process.isOnline)
    if let lacking = lacking(for: call.order) { decision.hold(lacking, unless: false) }
    decision.hold(call.attempts)
    return decision
  }

  /// The credential that a call has to carry and that is not held yet.
  func lacking(for order: CallOrder) -> CallGate? {
    if order.isPushToken, settings.follows(.pushTokenNeedsClientState) {
      return client.state == nil ? .clientState : nil
    }
    if order.event != nil, settings.has(.eventWithoutToken) { return nil }
    return order.needsToken && contact.tokens == nil ? .contactToken : nil
  }

  /// Visits the queued calls in the order in which they leave, until `visit` returns `false`.
  ///
  /// With events attributed as sent, contact calls come first; otherwise nothing overtakes.
  func visitQueue(_ visit: (Int) -> Bool) {
    switch settings.readings.eventAttribution {
    case .tracked:
      for index in queue.calls.indices where !visit(index) { return }
    case .sent:
      for contactFirst in [true, false] {
        for index in queue.calls.indices
        where queue.calls[index].order.changesContact == contactFirst {
          if !visit(index) { return }
        }
      }
    }
  }

  func idleDecision(at now: Instant) -> Decision<CallGate> {
    var decision = Decision<CallGate>(at: now)
    decision.hold(.process, unless: process.phase.isRunning)
    decision.hold(.inFlight, unless: traffic.inFlight == nil)
    decision.hold(.refresh, unless: traffic.unauthorized == nil)
    return decision
  }

  private func nextStep(at now: Instant) -> NextStep {
    // What only another event can change needs no look at the queue.
    if !process.phase.isRunning || traffic.inFlight != nil { return .wait(until: nil) }
    if traffic.unauthorized != nil {
      return refreshDecision(at: now).outcome == .go ? .send(.refresh) : .wait(until: nil)
    }
    if settings.follows(.pushTokenSetAgainAtStart),
      let index = queue.calls.firstIndex(where: { $0.order.isTokenOfStart }),
      !queue.calls[..<index].contains(where: { $0.order.startsOver }),
      decision(of: queue.calls[index], at: QueuePosition(), now).outcome == .go
    {
      return .send(.calls([queue.calls[index].number]))
    }
    switch clientDecision(at: now).outcome {
    case .go: return .send(.client(client.properties))
    case .wait(let until): return queueStep(at: now, otherwise: until)
    case .nothing: return queueStep(at: now, otherwise: nil)
    }
  }

  private func queueStep(at now: Instant, otherwise instant: Instant?) -> NextStep {
    var step: NextStep?
    var wake = instant
    var position = QueuePosition()
    visitQueue { index in
      // A long queue may wait for one token: what lacks it holds up nothing (ME-13), and is not
      // copied.
      if lacking(for: queue.calls[index].order) != nil {
        return process.isOnline || !position.isBehindCall
      }
      let call = queue.calls[index]
      switch decision(of: call, at: position, now).outcome {
      case .go:
        step =
          call.order.isLocal ? .perform(index) : .send(payload(from: index, position, at: now))
      case .wait(let until): wake = min(wake ?? until, until)
      case .nothing: break
      }
      position.pass(call.order)
      // Without a network nothing overtakes a call that waits for it.
      return step == nil && (process.isOnline || !position.isBehindCall)
    }
    return step ?? .wait(until: wake)
  }

  /// The call at a place of the queue; an event takes with it all that wait, in order (ME-7).
  ///
  /// A batch reaches past push tokens, and no further than the next change of the contact: what
  /// is tracked after that belongs to another contact.
  private func payload(
    from index: Int, _ position: QueuePosition, at now: Instant
  ) -> Payload {
    let first = queue.calls[index]
    guard first.order.event != nil else { return .calls([first.number]) }
    var numbers = [first.number]
    let limit =
      settings.follows(.batchesUnlimited)
      ? Int64.max : max(1, settings.config.eventBatchLimit ?? 1)
    for call in queue.calls[(index + 1)...] {
      if Int64(numbers.count) >= limit { break }
      if partsBatches(call.order) { break }
      guard call.order.event != nil, call.application == first.application,
        decision(of: call, at: position, now).outcome == .go
      else { continue }
      numbers.append(call.number)
    }
    return .calls(numbers)
  }

  /// Whether what is tracked after a call belongs to another contact than what was tracked before.
  private func partsBatches(_ order: CallOrder) -> Bool {
    if order.startsOver { return true }
    return order.changesContact && settings.readings.eventAttribution == .tracked
      && !settings.follows(.batchesOvertakeCalls)
  }

  private mutating func send(_ payload: Payload, _ effects: inout Effects<MobileEngageEffect>) {
    let request = traffic.send(payload)
    switch payload {
    case .client(let properties):
      client.send()
      effects.append(
        .sendClient(head(request, .post, of: application.code), properties: properties))
    case .refresh:
      let missing: Personal? = settings.has(.endlessRefreshing) ? "" : nil
      guard let refresh = contact.tokens?.refresh ?? missing else { return }
      effects.append(
        .refreshContactToken(
          head(
            request, .post, "/contact-token", of: application.code,
            carriesToken: !settings.follows(.linkCallsWithoutToken)),
          refreshToken: refresh))
    case .calls(let numbers):
      send(queue.calls(numbers), request, &effects)
    }
  }

  private func send(
    _ calls: [QueuedCall], _ request: Int64, _ effects: inout Effects<MobileEngageEffect>
  ) {
    guard let call = calls.first else { return }
    switch call.order {
    case .linkContact(let identity, _):
      effects.append(
        .linkContact(
          head(
            request, .post, "/contact", of: call.application,
            carriesToken: !settings.follows(.linkCallsWithoutToken)),
          fieldID: identity.fieldID, fieldValue: identity.value))
    case .linkAnonymous:
      effects.append(
        .linkAnonymousContact(head(request, .post, "/contact?anonymous", of: call.application)))
    case .registerPushToken(let token, _):
      effects.append(
        .registerPushToken(head(request, .put, "/push-token", of: call.application), token: token))
    case .removePushToken:
      effects.append(
        .removePushToken(head(request, .delete, "/push-token", of: call.application)))
    case .event:
      effects.append(
        .sendEvents(
          head(request, .post, "/events", of: call.application),
          events: calls.compactMap { $0.order.event }))
    case .forgetContact, .startOver:
      // These are done on the device and never become a request.
      break
    }
  }

  private func head(
    _ request: Int64, _ method: RequestMethod, _ end: String = "", of application: String,
    carriesToken: Bool = true
  ) -> RequestHead {
    RequestHead(
      request: request, method: method, path: "/apps/" + application + "/client" + end,
      headers: RequestHeaders(
        clientState: client.state,
        contactToken: carriesToken ? contact.tokens?.contact : nil))
  }
}

/// The next action of the SDK.
private enum NextStep {
  /// It sends a request.
  case send(Payload)
  /// It performs on the device what stands at this place of the queue.
  case perform(Int)
  /// It waits, for an instant or for something to happen.
  case wait(until: Instant?)
}

/// The calls before a queued call.
struct QueuePosition {
  /// Whether an earlier call is only waiting for its own time.
  private(set) var isBehindCall = false

  /// Whether another application has still to be left, whose tokens are held.
  private var isBehindChange = false

  /// Notes a call that stays where it is.
  mutating func pass(_ order: CallOrder) {
    isBehindCall = true
    if order.startsOver { isBehindChange = true }
  }

  /// Whether a call may leave although the earlier ones have not: no failure holds back the
  /// events that report the start of the app (ME-5), unless those of another application.
  ///
  /// A push token that is set again at a start leaves first of all.
  func admits(_ order: CallOrder) -> Bool {
    if isBehindChange { return false }
    return !isBehindCall || order.isStart || order.isTokenOfStart
  }
}

extension Decision where G == CallGate {
  fileprivate mutating func hold(_ attempts: Attempts) {
    hold(.backOff, until: attempts.retryAt)
    hold(.retryAfter, until: attempts.quietUntil)
  }
}
