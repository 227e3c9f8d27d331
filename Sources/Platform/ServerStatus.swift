import EventSourcing

/// The meaning of an HTTP status, in the terms in which both SDKs decide.
public struct ServerStatus: Hashable, Sendable {
  /// The number on the wire; anything at all, as it comes from outside.
  public var code: Int64

  /// Wraps a status.
  public init(_ code: Int64) { self.code = code }

  /// Whether the server took the request.
  public var isSuccess: Bool { (200...299).contains(code) }

  /// Whether the server cannot take requests now: 429 and 5xx.
  public var isUnavailable: Bool { code == 429 || (500...599).contains(code) }

  /// Whether the request itself was refused: 4xx, without those that time may heal (408, 429).
  public var isRefusal: Bool { (400...499).contains(code) && code != 408 && code != 429 }
}

/// Returns the time for which a server may refuse requests: a day at most, whatever it asks for.
public func quietTime(retryAfter seconds: Int64) -> TimeSpan {
  max(.zero, min(.seconds(seconds), .days(1)))
}
