import EventSourcing

/// What was recorded and not yet acknowledged.
public struct AnalyticsState: StateView {
  /// The entries that wait, in the order recorded; those in flight included.
  public internal(set) var queue: [AnalyticsEntry] = []
  /// The number of the last entry.
  public internal(set) var entries: Int64 = 0
  /// The batch that waits for an answer.
  public internal(set) var inFlight: AnalyticsBatch?

  /// Creates an empty queue.
  public init() {}

  public func view<V: Visitor>(_ visitor: inout V) throws(V.Failure) {
    _ = try visitor("pending", Int64(queue.count), "How many entries are not acknowledged.")
    guard visitor.seesDetails else { return }
    _ = try visitor("queue", queue, "The entries that are not acknowledged.")
    _ = try visitor("entries", entries, "The number of the last entry.")
    _ = try visitor("in_flight", inFlight, "The batch that waits for an answer.")
  }
}

/// A batch on its way.
public struct AnalyticsBatch: Record {
  /// Its request.
  public var request: Int64
  /// The ids of its entries.
  public var entries: [Int64]

  /// Describes a batch.
  public init(request: Int64, entries: [Int64]) {
    self.request = request
    self.entries = entries
  }

  public static var sample: AnalyticsBatch { AnalyticsBatch(request: 0, entries: []) }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> AnalyticsBatch {
    AnalyticsBatch(
      request: try visitor("request", request), entries: try visitor("entries", entries))
  }
}
