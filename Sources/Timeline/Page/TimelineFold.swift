import Diagnostics
import EventSourcing
import Replay
import Simulation
import Traces

/// A record with what folding its event showed.
struct FoldedRecord {
  var shown: TimelineRecord
  /// Around the event; `nil` for any other record.
  var fold: Fold?

  struct Fold {
    /// The party's view just before the event, at its instant.
    var before: Value
    /// The party's view after it.
    var after: Value
    /// For each effect that has gates, those that hold it back after the event.
    var gates: [(effect: String, held: [HeldGate])]
  }
}

/// Folds the events of a trace and shows each record to `visit`.
func foldTimeline<S: System>(
  of input: ReplayInput, as system: S.Type, lenient: Bool, visit: (FoldedRecord) -> Void
) throws(Diagnostic) -> TimelineEnd {
  let header = try traceHeader(input, as: system, lenient: lenient)
  var engine = Engine<S>(header)
  // A text is made of a name each time.
  let gated = gatedEffects(of: system).map { ($0, $0.description) }
  var reader = try TraceReader<S.Machine>(
    file: input.file, defaults: .of(S.self), lenient: lenient, source: input.open())
  let parts = RecordParts<S>()
  return TimelineEnd(reading: &reader, file: input.file) { (reader, line) throws(Diagnostic) in
    try engine.begin(at: line, &reader)
    guard let record = try reader.record(line) else { return }
    let shown = parts.timelineRecord(record, line: line.number)
    guard case .event(let event) = record else { return visit(FoldedRecord(shown: shown)) }
    let before = engine.view(of: event.party, at: event.at)
    engine.fold(event)
    let isDevice = !S.backends.contains(event.party)
    let gates = isDevice ? gated : []
    let fold = FoldedRecord.Fold(
      before: before, after: engine.view(of: event.party, at: event.at),
      gates: gates.map { name, text in
        let held = S.gates(of: name, by: event.party, in: engine.state, at: event.at)
        return (text, held ?? [])
      })
    visit(FoldedRecord(shown: shown, fold: fold))
  }
}
