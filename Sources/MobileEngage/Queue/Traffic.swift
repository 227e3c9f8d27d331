import EventSourcing
import Platform

/// The requests on their way, and the timer that repeats failed ones.
public struct Traffic: Hashable, Sendable {
  /// The request that waits for its answer; there is one at a time.
  public private(set) var inFlight: InFlight?
  /// The request that was refused for its contact token and waits for a new one.
  public private(set) var unauthorized: Payload?
  /// The number of times that the token was refreshed since an answer other than 401.
  public private(set) var refreshes: Int64 = 0
  /// The call that was refused before the last of these refreshes.
  public private(set) var refreshed: Payload?
  /// The instant at which the timer of this process fires.
  public private(set) var retryDue: Instant?
  /// The number of the last request in the device's life, over all kinds.
  public private(set) var lastRequest: Int64 = 0

  /// Puts a payload on its way; returns the number of the request.
  mutating func send(_ payload: Payload) -> Int64 {
    let request = lastRequest.countUp()
    inFlight = InFlight(request: request, payload: payload)
    return request
  }

  /// Takes what a request carried, now that its outcome is known; `nil` where no such request
  /// is on its way.
  mutating func finish(_ request: Int64) -> Payload? {
    guard let inFlight, inFlight.request == request else { return nil }
    self.inFlight = nil
    return inFlight.payload
  }

  /// Keeps everything back until there is a new contact token.
  mutating func awaitToken(for payload: Payload) {
    unauthorized = payload
  }

  /// Takes what waited for a new contact token.
  mutating func takeUnauthorized() -> Payload? {
    defer { unauthorized = nil }
    return unauthorized
  }

  /// Gives up waiting for a token that belongs to a contact who has signed out; a refresh that
  /// is on its way still ends by its answer.
  mutating func abandonRefresh() {
    if inFlight?.payload != .refresh { unauthorized = nil }
  }

  mutating func countRefresh(for payload: Payload) {
    refreshes &+= 1
    refreshed = payload
  }

  mutating func resetRefreshes() {
    refreshes = 0
    refreshed = nil
  }

  /// Sets, moves or cancels the timer.
  mutating func setTimer(_ due: Instant?, _ effects: inout Effects<MobileEngageEffect>) {
    guard due != retryDue else { return }
    retryDue = due
    if let due {
      effects.append(.setTimer(timer: .retry, due: due))
    } else {
      effects.append(.cancelTimer(timer: .retry))
    }
  }

  /// Notes that the timer has fired; `false` where none was due.
  mutating func fireTimer(at now: Instant) -> Bool {
    guard let retryDue, retryDue <= now else { return false }
    self.retryDue = nil
    return true
  }

  /// Forgets what ends with a process; the outcome of its request stays unknown.
  mutating func endProcess() {
    inFlight = nil
    unauthorized = nil
    refreshes = 0
    retryDue = nil
    refreshed = nil
  }
}

/// A request that waits for its answer.
public struct InFlight: Hashable, Sendable {
  /// The request's number.
  public let request: Int64
  /// The data that the request carries.
  public let payload: Payload
}

/// The payload of a request.
public enum Payload: Hashable, Sendable {
  /// The device's properties.
  indirect case client(DeviceChange)
  /// Queued calls, by their numbers in rising order: one, or a batch of events.
  case calls([Int64])
  /// The wish for a new contact token.
  case refresh
}

extension Traffic: StateView {
  public func view(_ visitor: inout some ViewVisitor) {
    visitor.field("request", inFlight?.request, "The request that waits for its answer.")
    visitor.nested("carries", inFlight?.payload, "The data that the request carries.")
    visitor.nested("unauthorized", unauthorized, "The call that waits for a new contact token.")
    visitor.field("refreshes", refreshes, "The number of refreshes in a row.")
    visitor.nested("refreshed", refreshed, "The call for which it was.")
    visitor.field("retry_due", retryDue, "When the timer fires.", counts: .future)
    visitor.field("last_request", lastRequest, "The number of the last request.")
  }
}

extension Payload {
  /// Whether it is the same call as another one, sent again: properties and batches may have grown.
  func repeats(_ other: Payload) -> Bool {
    switch (self, other) {
    case (.client, .client), (.refresh, .refresh): true
    case (.calls(let own), .calls(let others)): own.first == others.first
    case (.client, _), (.calls, _), (.refresh, _): false
    }
  }
}

extension Payload: PartView {
  public static var sample: Payload { .refresh }

  public func view(_ visitor: inout some ViewVisitor) {
    visitor.field("properties", properties, "The device's properties.")
    visitor.field("calls", numbers, "The numbers of the queued calls.")
  }

  private var properties: DeviceChange? {
    if case .client(let properties) = self { properties } else { nil }
  }

  private var numbers: [Int64]? {
    if case .calls(let numbers) = self { numbers } else { nil }
  }
}

extension Traffic: Record {
  public static var sample: Traffic { Traffic() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Traffic {
    var stored = self
    stored.inFlight = try visitor("in_flight", inFlight, "The request that waits for its answer.")
    stored.unauthorized = try visitor(
      "unauthorized", unauthorized, "The call that waits for a new contact token.")
    stored.refreshes = try visitor(
      "refreshes", refreshes, "The number of refreshes in a row.")
    stored.refreshed = try visitor("refreshed", refreshed, "The call for which it was.")
    stored.retryDue = try visitor("retry_due", retryDue, "When the timer fires.")
    stored.lastRequest = try visitor("last_request", lastRequest, "The number of the last request.")
    return stored
  }
}

extension InFlight: Record {
  public static var sample: InFlight { InFlight(request: 0, payload: .refresh) }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> InFlight {
    InFlight(
      request: try visitor("request", request, "Its number."),
      payload: try visitor("payload", payload, "The data that the request carries."))
  }
}

extension Payload: Record {
  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Payload {
    let properties = try visitor("properties", properties, "The device's properties.")
    let numbers = try visitor("calls", numbers, "The numbers of the queued calls.")
    if let properties { return .client(properties) }
    return numbers.map { .calls($0) } ?? .refresh
  }
}
