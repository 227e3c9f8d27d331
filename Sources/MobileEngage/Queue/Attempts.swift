import EventSourcing
import Platform

/// The attempts to send something so far.
public struct Attempts: Record {
  /// The number of failures in a row.
  public private(set) var failures: Int64 = 0
  /// The instant until which the failures delay the next attempt, unless a retry is triggered.
  public private(set) var retryAt: Instant?
  /// The instant until which the server wants no requests, whatever happens.
  public private(set) var quietUntil: Instant?

  public static var sample: Attempts { Attempts() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Attempts {
    var attempts = Attempts()
    attempts.failures = try visitor("failures", failures, "Failures in a row.")
    let retryAt = try visitor(
      "retry_at", waitsForTrigger ? nil : retryAt, "Until when failures hold it back.")
    let waits = try visitor(
      "waits_for_trigger", waitsForTrigger ? true : nil, "Whether no time lifts that.")
    attempts.retryAt = waits == true ? .distantFuture : retryAt
    attempts.quietUntil = try visitor(
      "quiet_until", quietUntil, "Until when the server wants to be left alone.")
    return attempts
  }

  private var waitsForTrigger: Bool { retryAt == .distantFuture }

  /// Counts a failure; without a back-off the next attempt waits for a retry trigger.
  mutating func fail(at now: Instant, _ backOff: BackOff?, retryAfter seconds: Int64?) {
    failures.countUp()
    retryAt = backOff.map { now + $0.delay(afterFailures: failures) } ?? .distantFuture
    quietUntil = seconds.map { now + quietTime(retryAfter: $0) }
  }

  /// Lifts the back-off, but not what the server asked for.
  mutating func retryNow() {
    retryAt = nil
  }
}
