import Diagnostics
import EventSourcing
import Traces

/// The effects of one event: those that the machine ordered, and what the trace has instead.
///
/// As long as they agree nothing of the trace is kept; from the first difference on the recorded
/// ones are, up to the next event.
struct EffectBatch<Machine: Reducer> {
  /// One recorded effect that is not what was ordered in its place.
  struct Recorded {
    var effect: RecordedEffect<Machine.Effect>
    var line: Int
  }

  /// The event whose effects these are, or the last one.
  private(set) var record: RecordedEvent<Machine.Event>?
  /// The line of that event.
  private(set) var line = 0
  /// Effects recorded in other places than ordered.
  private(set) var differing: [Recorded] = []

  // What every line is compared with; the whole record is looked at for a report only.
  private var seq: Int64 = 0
  private var at = Instant.distantPast
  private var party = ""
  private(set) var ordered: [Machine.Effect] = []
  /// The number of recorded effects that agree with the first ones ordered.
  private(set) var agreed = 0

  /// An event orders few effects; more than these are not kept for a report.
  private static var kept: Int { 1_000 }

  /// Whether the trace had exactly what was ordered.
  var isComplete: Bool { agreed == ordered.count && differing.isEmpty }
  /// The event as reports show it.
  var event: ErasedRecord? { record.map { ErasedRecord($0, line: line) } }

  mutating func start(
    _ record: consuming RecordedEvent<Machine.Event>, line: Int, ordered: [Machine.Effect]
  ) {
    seq = record.seq
    at = record.at
    party = record.party
    self.record = consume record
    self.line = line
    self.ordered = ordered
    agreed = 0
    forgetDiffering()
  }

  /// Lets go of the ordered effects, so that their buffer can be used for the next event.
  mutating func end() {
    ordered = []
    agreed = 0
    forgetDiffering()
  }

  /// Removing nothing would look at the buffer all the same, for each event.
  private mutating func forgetDiffering() {
    if !differing.isEmpty { differing.removeAll(keepingCapacity: true) }
  }

  /// Whether `line` records the effect that comes next, as an effect of this event.
  mutating func agrees(
    with line: TraceLine, _ reader: inout TraceReader<Machine>
  ) throws(Diagnostic) -> Bool {
    guard differing.isEmpty, agreed < ordered.count, line.at == at,
      line.cause == nil || line.cause == seq, reader.party == party,
      try reader.records(ordered[agreed], in: line)
    else { return false }
    agreed += 1
    return true
  }

  /// Whether a recorded effect has the instant, the party and the cause that the event gives it.
  func hasStamp(of recorded: Recorded) -> Bool {
    let effect = recorded.effect
    return effect.at == at && effect.party == party && effect.cause == seq
  }

  /// An effect that the event orders, as a record of it, which the trace need not have.
  func record(of effect: Machine.Effect) -> ErasedRecord? {
    record.map { event in
      ErasedRecord(
        RecordedEffect(
          seq: event.seq, at: event.at, party: event.party, cause: event.seq, effect: effect))
    }
  }

  /// Keeps a recorded effect that did not agree.
  mutating func differ(_ effect: RecordedEffect<Machine.Effect>, line: Int) {
    if differing.count < EffectBatch.kept { differing.append(Recorded(effect: effect, line: line)) }
  }
}
