/// Counts the requests of each address in a second.
struct RequestRates {
  let limit: Int
  private var second: ContinuousClock.Instant?
  private var counts: [String: Int] = [:]

  init(limit: Int) { self.limit = limit }

  /// Whether this address may send one more request now.
  mutating func take(from peer: String, at now: ContinuousClock.Instant) -> Bool {
    if second.map({ now - $0 >= .seconds(1) }) ?? true {
      second = now
      counts.removeAll(keepingCapacity: true)
    }
    counts[peer, default: 0] += 1
    return counts[peer, default: 0] <= limit
  }
}

/// Limits how many notes about refused requests are written to a log per minute.
struct NoteBudget {
  private static let limit = 60
  private var minute: ContinuousClock.Instant?
  private var count = 0
  private var dropped = 0

  /// How many notes were left out since the last one; `nil` if this one is left out too.
  mutating func take(at now: ContinuousClock.Instant) -> Int? {
    if minute.map({ now - $0 >= .seconds(60) }) ?? true {
      minute = now
      count = 0
    }
    count += 1
    guard count <= NoteBudget.limit else {
      dropped += 1
      return nil
    }
    defer { dropped = 0 }
    return dropped
  }
}
