import EventSourcing
import Platform

extension MobileEngageState {
  /// Takes over what became of a request; `nil` is no answer.
  mutating func settle(
    _ request: Int64, with answer: MobileEngageAnswer?,
    _ effects: inout Effects<MobileEngageEffect>
  ) {
    guard let inFlight = traffic.inFlight, inFlight.request == request else {
      // Late, repeated or forged: nobody waits for it, so it says nothing that holds now.
      return effects.diagnose(.unknownRequest)
    }
    traffic.inFlight = nil
    if let renewed = answer?.clientState { clientState = renewed }
    if inFlight.cargo == .refresh {
      settleRefresh(request, with: answer, &effects)
    } else if let answer {
      settle(inFlight, with: answer, &effects)
    } else {
      traffic.refreshes = 0
      postpone(inFlight.cargo, quietFor: nil)
    }
  }

  /// Takes a call out of the queue for good.
  mutating func remove(_ cargo: Cargo) -> [CallOrder] {
    switch cargo {
    case .refresh: return []
    case .client:
      client.wanted = false
      client.attempts = Attempts()
      return []
    case .calls(let numbers):
      var rest = numbers[...]
      var orders: [CallOrder] = []
      queue.removeAll { call in
        guard rest.first == call.number else { return false }
        rest.removeFirst()
        orders.append(call.order)
        return true
      }
      return orders
    }
  }

  /// Keeps a call and decides when it is tried again: after back-off, or only when something
  /// gives occasion.
  mutating func postpone(
    _ cargo: Cargo, quietFor seconds: Int64?, waitsForOccasion: Bool = false
  ) {
    let waits = waitsForOccasion || follows(.retriedOnOccasion)
    switch cargo {
    case .refresh: break
    case .client(let properties):
      client.attempts = failed(client.attempts, quietFor: seconds, waits)
      distrust(properties)
    case .calls(let numbers):
      var rest = numbers[...]
      for index in queue.indices where queue[index].number == rest.first {
        rest.removeFirst()
        queue[index].attempts = failed(queue[index].attempts, quietFor: seconds, waits)
      }
    }
    traffic.somethingFailed = true
  }

  /// Notes that the backend may have got other properties than those acknowledged.
  mutating func distrust(_ properties: DeviceChange) {
    guard properties != client.acknowledged, !follows(.propertiesKnownWhenSent) else { return }
    client.acknowledged = nil
    client.wanted = true
  }

  private mutating func settle(
    _ inFlight: InFlight, with answer: MobileEngageAnswer,
    _ effects: inout Effects<MobileEngageEffect>
  ) {
    let status = ServerStatus(answer.status)
    if answer.status == 401 {
      return settleUnauthorized(inFlight, &effects)
    }
    traffic.refreshes = 0
    if status.isSuccess {
      acknowledge(inFlight.cargo, answer, &effects)
    } else if status.isRefusal {
      effects.append(
        .reportError(code: .requestRefused, request: inFlight.request, status: answer.status))
      drop(inFlight.cargo)
    } else {
      postpone(inFlight.cargo, quietFor: answer.retryAfter)
    }
  }

  private mutating func acknowledge(
    _ cargo: Cargo, _ answer: MobileEngageAnswer, _ effects: inout Effects<MobileEngageEffect>
  ) {
    if case .client(let properties) = cargo { client.acknowledged = properties }
    for order in remove(cargo) {
      switch order {
      case .linkContact(let identity, _): adopt(answer, of: identity, &effects)
      case .linkAnonymous: adopt(answer, of: nil, &effects)
      case .registerPushToken(let token): push.registered = token
      case .removePushToken: push.registered = nil
      case .event, .forgetContact, .startOver: break
      }
    }
    if case .client = cargo { checkClientAfterAnswer() }
  }

  private func failed(
    _ attempts: Attempts, quietFor seconds: Int64?, _ waitsForOccasion: Bool
  ) -> Attempts {
    var attempts = attempts
    if attempts.failures < .max { attempts.failures += 1 }
    attempts.retryAt =
      waitsForOccasion
      ? .distantFuture : now + readings.backOff.delay(afterFailures: attempts.failures)
    attempts.quietUntil = seconds.map { now + quietTime(retryAfter: $0) }
    return attempts
  }
}
