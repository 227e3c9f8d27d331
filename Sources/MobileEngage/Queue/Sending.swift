import EventSourcing
import Platform

extension MobileEngageState {
  /// Sends what is due, or sees to it that the SDK wakes when it will be.
  mutating func sendNext(_ effects: inout Effects<MobileEngageEffect>) {
    while true {
      switch nextStep {
      case .perform(let index):
        perform(queue.remove(at: index).order)
      case .send(let cargo):
        setTimer(nil, &effects)
        send(cargo, &effects)
        return
      case .wait(let until):
        setTimer(until, &effects)
        return
      }
    }
  }

  /// Puts a call at the end of the queue; what failed before gets another chance with it.
  mutating func enqueue(_ order: CallOrder) {
    let number = next(&counters.calls)
    queue.append(
      QueuedCall(
        number: number, application: config.applicationCode ?? application.code, order: order))
    giveOccasion()
  }

  /// Lets what failed be tried again at once: something new happened, or the network is back.
  ///
  /// What the server asked for stays (`retry_after`), and so does the number of failures.
  mutating func giveOccasion() {
    guard traffic.somethingFailed else { return }
    traffic.somethingFailed = false
    client.attempts.retryAt = nil
    for index in queue.indices { queue[index].attempts.retryAt = nil }
  }

  mutating func fire(
    _ timer: MobileEngageTimer, _ effects: inout Effects<MobileEngageEffect>
  ) {
    switch timer {
    case .retry:
      guard let due = traffic.retryDue, due <= now else {
        return effects.diagnose(.unexpectedTimer)
      }
      traffic.retryDue = nil
    }
  }

  private mutating func send(_ cargo: Cargo, _ effects: inout Effects<MobileEngageEffect>) {
    let request = next(&counters.requests)
    traffic.inFlight = InFlight(request: request, cargo: cargo)
    switch cargo {
    case .client(let properties):
      if follows(.propertiesKnownWhenSent) { client.acknowledged = properties }
      effects.append(
        .sendClient(head(request, .post, of: application.code), properties: properties))
    case .refresh:
      guard let refresh = tokens?.refresh else { return }
      effects.append(
        .refreshContactToken(
          head(
            request, .post, "/contact-token", of: application.code,
            carriesToken: !follows(.linkCallsWithoutToken)),
          refreshToken: refresh))
    case .calls(let numbers):
      send(calls(numbers), request, &effects)
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
            carriesToken: !follows(.linkCallsWithoutToken)),
          fieldID: identity.fieldID, fieldValue: identity.value))
    case .linkAnonymous:
      effects.append(
        .linkAnonymousContact(head(request, .post, "/contact?anonymous", of: call.application)))
    case .registerPushToken(let token):
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

  /// The queued calls of these numbers, both in rising order.
  private func calls(_ numbers: [Int64]) -> [QueuedCall] {
    var rest = numbers[...]
    return queue.filter { call in
      guard rest.first == call.number else { return false }
      rest.removeFirst()
      return true
    }
  }

  private func head(
    _ request: Int64, _ method: RequestMethod, _ end: String = "", of application: String,
    carriesToken: Bool = true
  ) -> RequestHead {
    RequestHead(
      request: request, method: method, path: "/apps/" + application + "/client" + end,
      headers: RequestHeaders(
        clientState: clientState, contactToken: carriesToken ? tokens?.contact : nil))
  }

  private mutating func setTimer(_ due: Instant?, _ effects: inout Effects<MobileEngageEffect>) {
    guard due != traffic.retryDue else { return }
    traffic.retryDue = due
    if let due {
      effects.append(.setTimer(timer: .retry, due: due))
    } else {
      effects.append(.cancelTimer(timer: .retry))
    }
  }
}
