import EventSourcing
import Platform

/// The entries that were recorded and not yet acknowledged.
public struct AnalyticsState: StateView {
  /// The entries that wait, in the order recorded; those in flight included.
  public private(set) var queue = Shared<[AnalyticsEntry]>([])
  /// The number of the last entry.
  public private(set) var entries: Int64 = 0
  /// The batch that waits for an answer.
  public private(set) var inFlight: AnalyticsBatch?
  /// Whether a transition found a batch in flight, so that its flush follows that batch (ANA-1).
  public private(set) var owesFlush = false

  /// Records an entry with a number of its own; `complete` adds what its kind carries.
  mutating func record(
    _ kind: AnalyticsKind, _ context: EventContext,
    _ complete: (inout AnalyticsEntry) -> Void = { _ in }
  ) {
    guard context.config.recordsAnalytics else { return }
    var entry = AnalyticsEntry(entry: entries.countUp(), kind: kind, at: context.now)
    complete(&entry)
    queue.update { $0.append(entry) }
  }

  /// Sends what was recorded as the app comes to the front or leaves it (ANA-1).
  ///
  /// While a batch is in flight the flush is owed, unless the device is offline.
  mutating func flushTransition(_ context: EventContext, _ effects: inout NumberedEffects) {
    guard context.config.recordsAnalytics, context.online else { return }
    owesFlush = true
    flushIfOwed(context, &effects)
  }

  private mutating func flushIfOwed(_ context: EventContext, _ effects: inout NumberedEffects) {
    guard decision(context).outcome == .go else { return }
    owesFlush = false
    let request = effects.nextRequest()
    inFlight = AnalyticsBatch(request: request, entries: queue.value.map { $0.entry })
    effects.append(.sendAnalytics(request: request, batch: queue.value))
  }

  /// Ends the batch in flight and drops what was acknowledged (ANA-3); the rest leaves at once if
  /// a flush is owed, and otherwise with the next transition.
  mutating func batchEnded(
    with answer: Answer?, _ context: EventContext, _ effects: inout NumberedEffects
  ) {
    guard var batch = inFlight else { return }
    inFlight = nil
    if context.has(.lastEntrySentAgain), !batch.entries.isEmpty { batch.entries.removeLast() }
    if let answer, answer.isSuccess { remove(batch) }
    flushIfOwed(context, &effects)
    // Without a network it waits for the next transition, like any other.
    owesFlush = false
  }

  /// The outcome of the batch in flight stays unknown, and nothing is owed to another process.
  mutating func processEnded() {
    inFlight = nil
    owesFlush = false
  }

  /// Drops what was not sent; the numbers of entries go on, as they are the backend's too.
  mutating func reinstalled() { queue = Shared([]) }

  private mutating func remove(_ batch: AnalyticsBatch) {
    queue.update { queue in
      queue.removeAll { entry in
        let index = batch.entries.position(where: { $0 < entry.entry })
        return index < batch.entries.count && batch.entries[index] == entry.entry
      }
    }
  }

  public func view(_ visitor: inout some ViewVisitor) {
    visitor.field("pending", Int64(queue.value.count), "The number of entries not acknowledged.")
  }

  public func details(_ visitor: inout some ViewVisitor) { visitor.fields(of: self) }
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

extension AnalyticsState: Record {
  public static var sample: AnalyticsState { AnalyticsState() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> AnalyticsState {
    var stored = self
    stored.queue = try visitor("queue", queue, "The entries that are not acknowledged.")
    stored.entries = try visitor("entries", entries, "The number of the last entry.")
    stored.inFlight = try visitor("in_flight", inFlight, "The batch that waits for an answer.")
    stored.owesFlush = try visitor(
      "owes_flush", owesFlush, "Whether a flush follows the batch in flight.")
    return stored
  }
}
