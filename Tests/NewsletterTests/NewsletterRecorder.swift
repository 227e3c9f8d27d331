import EventSourcing
import Traces

/// Runs the newsletter inside an app and writes down what happens, as a trace.
struct NewsletterRecorder {
  private var state = Newsletter.initial
  private var writer: TraceWriter<Newsletter>
  private var lastSeq: Int64 = 0

  init(started: Instant) {
    let header = TraceHeader<Newsletter>(
      sdk: "newsletter", readings: .sample, config: .sample, origin: "app 4.2", started: started)
    writer = TraceWriter(header, namesParties: false)
  }

  /// Folds an event and returns what is to be done, each effect with its record: whoever performs
  /// it hands that number back with the answer.
  mutating func happened(
    _ event: Newsletter.Event, at instant: Instant, because cause: Int64? = nil
  ) -> [(seq: Int64, effect: Newsletter.Effect)] {
    let record = RecordedEvent(seq: next(), at: instant, cause: cause, event: event)
    writer.append(.event(record))
    var effects = Effects<Newsletter.Effect>()
    Newsletter.reduce(&state, record, into: &effects)
    return effects.ordered.map { effect in
      let order = RecordedEffect(seq: next(), at: instant, cause: record.seq, effect: effect)
      writer.append(.effect(order))
      return (order.seq, effect)
    }
  }

  /// The lines since the last time, to be appended to a file.
  mutating func lines() -> [UInt8] { writer.take() }

  /// The last lines of a recording that ends in order; without them it still reads, as one cut.
  mutating func end() -> [UInt8] {
    writer.finish()
    return writer.take()
  }

  private mutating func next() -> Int64 {
    lastSeq += 1
    return lastSeq
  }
}
