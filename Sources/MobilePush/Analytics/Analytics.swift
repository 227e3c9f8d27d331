import EventSourcing

extension MobilePushState {
  /// Records an entry with a number of its own; `complete` adds what its kind carries.
  mutating func enter(_ kind: AnalyticsKind, _ complete: (inout AnalyticsEntry) -> Void = { _ in })
  {
    guard config.recordsAnalytics else { return }
    if analytics.entries < .max { analytics.entries += 1 }
    var entry = AnalyticsEntry(entry: analytics.entries, kind: kind, at: now)
    complete(&entry)
    analytics.queue.append(entry)
  }

  /// Sends what was recorded; only a transition of the app leads here (ANA-1).
  mutating func flush(_ effects: inout Effects<MobilePushEffect>) {
    switch analyticsDecision(at: now, inTransition: true).outcome {
    case .wait, .nothing: return
    case .go: break
    }
    let request = nextRequest()
    analytics.inFlight = AnalyticsBatch(
      request: request, entries: analytics.queue.map { $0.entry })
    effects.append(.sendAnalytics(request: request, batch: analytics.queue))
  }

  /// Forgets what was acknowledged; anything else stays for the next transition (ANA-3).
  mutating func settleBatch(with answer: Answer?) {
    guard let batch = analytics.inFlight else { return }
    analytics.inFlight = nil
    guard let answer, answer.isSuccess else { return }
    analytics.queue.removeAll { entry in
      let index = batch.entries.position(where: { $0 < entry.entry })
      return index < batch.entries.count && batch.entries[index] == entry.entry
    }
  }
}
