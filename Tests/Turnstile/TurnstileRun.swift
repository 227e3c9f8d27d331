import EventSourcing

/// Runs of the turnstile as they stand in a log.
public enum TurnstileRun {
  public typealias Record = LogRecord<TurnstileEvent, TurnstileEffect>

  /// Folds `events`, one a second, and writes down what they order.
  public static func records(
    of events: [TurnstileEvent], readings: TurnstileReadings = .sample, party: String = "device"
  ) -> [Record] {
    var log = EventLog<TurnstileEvent, TurnstileEffect>()
    var state = Turnstile.initial
    state.price = readings.price
    state.patience = readings.patience
    var effects = Effects<TurnstileEffect>()
    for (index, event) in events.enumerated() {
      let at = Instant(milliseconds: 1_000 * Int64(index))
      let record = log.append(event: event, at: at, party: party, cause: nil)
      Turnstile.reduce(&state, record, into: &effects)
      for effect in effects.ordered {
        _ = log.append(effect: effect, at: at, party: party, cause: record.seq)
      }
      effects.removeAll()
    }
    return log.records
  }

  /// One of everything.
  public static let events: [TurnstileEvent] = [
    .started(config: .sample),
    .coinInserted(value: 1, donor: "Jörg \"J\" \u{1} 🚪\n", remark: nil),
    .coinInserted(value: 1, donor: Nullable(nil), remark: "no\\thing"),
    .pushed,
    .pushed,
    .cardShown(card: Card(number: "12", zones: [1, -2, .min, .max], owner: nil)),
    .cardChecked(request: 1, status: 403, extras: ["z": "", "a": "1"]),
    .cardShown(card: Card(number: "", zones: [], owner: "Ann")),
    .cardCheckFailed(request: 2, reason: .connectionLost),
    .timerFired,
  ]
}
