import EventSourcing

/// The push token, and what the backend is known to know of it (ME-6).
public struct PushTokenState: StateView {
  /// The token that the app wants registered; `nil` once the app has removed it.
  public private(set) var token: Personal?
  /// The token as the app last handed it over, removed or not.
  public private(set) var handedOver: Personal?
  /// The token last acknowledged; the memory survives the process.
  public private(set) var registered: Personal?

  /// Registers a token; `false` when that has been done or is on its way. With `keepsFirst`, what
  /// a start sets again is the first one of all.
  mutating func receive(_ token: Personal, keepsFirst: Bool, queue: inout CallQueue) -> Bool {
    self.token = token
    if !keepsFirst || handedOver == nil { handedOver = token }
    return register(token, atStart: false, queue: &queue)
  }

  /// Removes the token; `false` when the backend knows none.
  mutating func clear(queue: inout CallQueue) -> Bool {
    token = nil
    guard expected(after: queue) != nil else { return false }
    queue.append(.removePushToken)
    return true
  }

  /// Sets the token again at a start, as the app once handed it over; it is registered unless
  /// the backend knows it.
  mutating func setAgain(queue: inout CallQueue) {
    guard let handedOver else { return }
    token = handedOver
    _ = register(handedOver, atStart: true, queue: &queue)
  }

  /// Notes what the backend has acknowledged; `nil` is a removal.
  mutating func acknowledge(_ token: Personal?) {
    registered = token
  }

  /// Forgets that the backend knows the token, so that it is registered again.
  mutating func forgetRegistration() {
    registered = nil
  }

  private func register(_ token: Personal, atStart: Bool, queue: inout CallQueue) -> Bool {
    guard token != expected(after: queue) else { return false }
    queue.append(.registerPushToken(token, atStart: atStart))
    return true
  }

  /// The token that the backend knows when everything that is queued has been done.
  private func expected(after queue: CallQueue) -> Personal? {
    for call in queue.calls.reversed() {
      switch call.order {
      case .registerPushToken(let token, _): return token
      case .removePushToken: return nil
      case .linkContact, .linkAnonymous, .forgetContact, .event, .startOver: continue
      }
    }
    return registered
  }
}

extension PushTokenState: Record {
  public static var sample: PushTokenState { PushTokenState() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> PushTokenState {
    var stored = self
    stored.token = try visitor("token", token, "The one to be registered.")
    stored.handedOver = try visitor(
      "handed_over", handedOver, "As last handed over, removed or not.")
    stored.registered = try visitor("registered", registered, "As last acknowledged.")
    return stored
  }
}
