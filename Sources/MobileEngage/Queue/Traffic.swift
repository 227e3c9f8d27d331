import EventSourcing
import Platform

/// What is on its way, what repeats it, and when.
public struct Traffic: Equatable, Sendable {
  /// The request that waits for its answer; there is one at a time.
  public internal(set) var inFlight: InFlight?
  /// The call that was refused for its contact token and waits for a new one.
  public internal(set) var unauthorized: Cargo?
  /// How often the token was refreshed since an answer other than 401.
  public internal(set) var refreshes: Int64 = 0
  /// Whether a call may be held back by a failure.
  public internal(set) var somethingFailed = false
  /// When the timer fires that is set in this process.
  public internal(set) var retryDue: Instant?
}

/// A request that waits for its answer.
public struct InFlight: Equatable, Sendable {
  /// The request's number.
  public let request: Int64
  /// What it carries.
  public let cargo: Cargo
}

/// What a request carries.
public enum Cargo: Equatable, Sendable {
  /// The device's properties.
  indirect case client(DeviceChange)
  /// Queued calls, by their numbers in rising order: one, or a batch of events.
  case calls([Int64])
  /// The wish for a new contact token.
  case refresh
}

extension Traffic: StateView {
  public func view<V: Visitor>(_ visitor: inout V) throws(V.Failure) {
    _ = try visitor("request", inFlight?.request, "The request that waits for its answer.")
    _ = try visitor("carries", inFlight?.cargo, "What it carries.")
    _ = try visitor("unauthorized", unauthorized, "What waits for a new contact token.")
    _ = try visitor("refreshes", refreshes, "How often the token was refreshed in a row.")
    _ = try visitor("something_failed", somethingFailed, "Whether a failure may hold back.")
    _ = try visitor("retry_due", retryDue, "When the timer fires.")
  }
}

extension Cargo: Record {
  public static var sample: Cargo { .refresh }

  // Only shown, never read back.
  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Cargo {
    _ = try visitor("properties", properties, "The device's properties.")
    _ = try visitor("calls", numbers, "The numbers of the queued calls.")
    return self
  }

  private var properties: DeviceChange? {
    if case .client(let properties) = self { properties } else { nil }
  }

  private var numbers: [Int64]? {
    if case .calls(let numbers) = self { numbers } else { nil }
  }
}
