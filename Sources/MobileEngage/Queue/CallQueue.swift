import EventSourcing
import Platform

/// The calls that are to be sent: first in, first out; a call stays until it is answered.
///
/// The device's properties are no part of the order. They go before all of it, so only their
/// attempts are counted here.
public struct CallQueue: Hashable, Sendable {
  /// The calls, those on their way included.
  public private(set) var calls: [QueuedCall] = []
  /// The application for which calls are queued from now on.
  public private(set) var application = "APP"
  /// The attempts to send the device's properties so far.
  public private(set) var clientAttempts = Attempts()
  /// Whether a back-off may be running.
  public private(set) var somethingFailed = false
  /// The number of the last call queued in the device's life.
  public private(set) var lastNumber: Int64 = 0

  /// Puts a call at the end; what failed before gets another chance with it.
  mutating func append(_ order: CallOrder) {
    calls.append(
      QueuedCall(number: lastNumber.countUp(), application: application, order: order))
    retryNow()
  }

  /// Queues the following calls for another application.
  mutating func use(application code: String) {
    application = code
  }

  /// Takes a call out that is done on the device.
  mutating func take(at index: Int) -> CallOrder {
    calls.remove(at: index).order
  }

  /// Takes out for good what a request carried.
  mutating func remove(_ payload: Payload) -> [CallOrder] {
    switch payload {
    case .refresh: return []
    case .client:
      clientAttempts = Attempts()
      return []
    case .calls(let numbers):
      var rest = numbers[...]
      var orders: [CallOrder] = []
      calls.removeAll { call in
        guard rest.first == call.number else { return false }
        rest.removeFirst()
        orders.append(call.order)
        return true
      }
      return orders
    }
  }

  /// Keeps what a request carried; without a back-off it waits for a retry trigger.
  mutating func postpone(
    _ payload: Payload, at now: Instant, _ backOff: BackOff?, retryAfter seconds: Int64?
  ) {
    switch payload {
    case .refresh: break
    case .client: clientAttempts.fail(at: now, backOff, retryAfter: seconds)
    case .calls(let numbers):
      // What left together waits together, also an event that failed less often before.
      var attempts = self.calls(numbers).map { $0.attempts }.max { $0.failures < $1.failures }
      attempts?.fail(at: now, backOff, retryAfter: seconds)
      var rest = numbers[...]
      for index in calls.indices where calls[index].number == rest.first {
        rest.removeFirst()
        calls[index].attempts = attempts ?? Attempts()
      }
    }
    somethingFailed = true
  }

  /// Lets what failed be tried again at once: something new happened, or the network is back.
  ///
  /// Keeps the number of failures, and the time that the server asked for (`retry_after`).
  mutating func retryNow() {
    guard somethingFailed else { return }
    somethingFailed = false
    clientAttempts.retryNow()
    for index in calls.indices { calls[index].attempts.retryNow() }
  }

  /// Gives up the anonymous links that wait; of a logout remains what it does on the device.
  mutating func withdrawAnonymousLinks() {
    removeNewApplicationLink()
    for index in calls.indices {
      guard case .linkAnonymous(_, .ofContact) = calls[index].order else { continue }
      calls[index].order = .forgetContact
      calls[index].attempts = Attempts()
    }
  }

  /// Lets the next contact call follow `identity`, as the one before it was refused; `false`
  /// without such a call.
  mutating func rollBackNextContact(to identity: ContactIdentity?) -> Bool {
    guard let index = calls.firstIndex(where: { $0.order.changesContact }) else { return false }
    switch calls[index].order {
    case .linkContact(let contact, _): calls[index].order = .linkContact(contact, before: identity)
    case .linkAnonymous(_, .ofContact): calls[index].order = .linkAnonymous(before: identity)
    case .linkAnonymous, .forgetContact, .startOver, .registerPushToken, .removePushToken, .event:
      break
    }
    return true
  }

  /// Gives up linking the first contact of a new application.
  mutating func removeNewApplicationLink() {
    calls.removeAll { $0.order.linksNewApplication }
  }

  /// Drops all events that wait.
  mutating func removeEvents() {
    calls.removeAll { $0.order.event != nil }
  }

  /// Drops all that waits; the numbers of calls go on.
  mutating func reinstall() {
    let lastNumber = lastNumber
    self = CallQueue()
    self.lastNumber = lastNumber
  }

  /// Forgets the failures of properties that need not be sent any more.
  mutating func forgetClientAttempts() {
    clientAttempts = Attempts()
  }

  /// The calls of these numbers, both in rising order.
  func calls(_ numbers: [Int64]) -> [QueuedCall] {
    var rest = numbers[...]
    return calls.filter { call in
      guard rest.first == call.number else { return false }
      rest.removeFirst()
      return true
    }
  }
}

extension CallQueue: StateView {
  // The calls are documented and shown by the state itself.
  public func view(_ visitor: inout some ViewVisitor) {
    visitor.field("application", application, "For which calls are queued.")
    visitor.field(
      "client_attempts", clientAttempts, "The attempts to send the properties.", counts: .future)
    visitor.field("something_failed", somethingFailed, "Whether a back-off may be running.")
    visitor.field("last_number", lastNumber, "The number of the last call queued.")
  }
}

extension CallQueue: Record {
  public static var sample: CallQueue { CallQueue() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> CallQueue {
    var stored = self
    stored.calls = try visitor("calls", calls, "The queued calls, those on their way included.")
    stored.application = try visitor("application", application, "For which calls are queued.")
    stored.clientAttempts = try visitor(
      "client_attempts", clientAttempts, "The attempts to send the properties.")
    stored.somethingFailed = try visitor(
      "something_failed", somethingFailed, "Whether a back-off may be running.")
    stored.lastNumber = try visitor(
      "last_number", lastNumber, "The number of the last call queued.")
    return stored
  }
}
