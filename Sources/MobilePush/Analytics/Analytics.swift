import EventSourcing

/// What was recorded and not yet acknowledged.
public struct AnalyticsState: StateView {
  /// The entries that wait, in the order recorded; those in flight included.
  public private(set) var queue: [AnalyticsEntry] = []
  /// The number of the last entry.
  public private(set) var entries: Int64 = 0
  /// The batch that waits for an answer.
  public private(set) var inFlight: AnalyticsBatch?

  /// Records an entry with a number of its own; `complete` adds what its kind carries.
  mutating func record(
    _ kind: AnalyticsKind, _ context: EventContext,
    _ complete: (inout AnalyticsEntry) -> Void = { _ in }
  ) {
    guard context.config.recordsAnalytics else { return }
    if entries < .max { entries += 1 }
    var entry = AnalyticsEntry(entry: entries, kind: kind, at: context.now)
    complete(&entry)
    queue.append(entry)
  }

  /// Sends what was recorded; only a transition of the app leads here (ANA-1).
  mutating func flush(
    _ context: EventContext, _ requests: inout RequestCounter,
    _ effects: inout Effects<MobilePushEffect>
  ) {
    switch decision(context, inTransition: true).outcome {
    case .wait, .nothing: return
    case .go: break
    }
    let request = requests.next()
    inFlight = AnalyticsBatch(request: request, entries: queue.map { $0.entry })
    effects.append(.sendAnalytics(request: request, batch: queue))
  }

  /// Ends the batch in flight and drops what was acknowledged; anything else stays for the next
  /// transition (ANA-3).
  mutating func batchEnded(with answer: Answer?) {
    guard let batch = inFlight else { return }
    inFlight = nil
    guard let answer, answer.isSuccess else { return }
    queue.removeAll { entry in
      let index = batch.entries.position(where: { $0 < entry.entry })
      return index < batch.entries.count && batch.entries[index] == entry.entry
    }
  }

  /// The outcome of the batch in flight stays unknown.
  mutating func processEnded() { inFlight = nil }

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
