import EventSourcing

/// What became of sending something so far.
public struct Attempts: Record {
  /// Failures in a row.
  public internal(set) var failures: Int64 = 0
  /// Until when the failures hold the next attempt back, unless something gives occasion.
  public internal(set) var retryAt: Instant?
  /// Until when the server wants to be left alone, whatever happens.
  public internal(set) var quietUntil: Instant?

  public static var sample: Attempts { Attempts() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Attempts {
    var attempts = Attempts()
    attempts.failures = try visitor("failures", failures, "Failures in a row.")
    attempts.retryAt = try visitor("retry_at", retryAt, "Until when failures hold it back.")
    attempts.quietUntil = try visitor(
      "quiet_until", quietUntil, "Until when the server wants to be left alone.")
    return attempts
  }
}
