import Diagnostics
import EventSourcing
import Replay
import Simulation
import Traces

/// Makes the overview in one pass over a trace, folding its events for the gates.
package func traceOverview<S: System>(
  of input: ReplayInput, as system: S.Type, lenient: Bool
) throws(Diagnostic) -> TraceOverview {
  var reader = try TraceReader<S.Machine>(
    file: input.file, defaults: .of(S.self), lenient: lenient, source: input.open())
  let parts = RecordParts<S>()
  // A text is made of a name each time.
  let gated = gatedEffects(of: system).map { ($0, $0.description) }
  var engine = Engine<S>(reader.header)
  var overview = TraceOverview()
  var spans = RequestSpans()
  var bars = GateBars()
  var lastEvent: Int64 = 0
  while let line = try reader.next() {
    try engine.begin(at: line, &reader)
    let offset = reader.offset
    if line.kind == .event { lastEvent = line.seq }
    let row = overview.count
    guard let record = try reader.record(line) else {
      let unknown = ErasedRecord(
        seq: line.seq, at: line.at, party: reader.party, kind: ErasedRecord.Kind(line.kind),
        name: reader.name(of: line), cause: line.cause, fields: .fields([]), line: line.number)
      overview.add(
        TimelineRecord(record: unknown, part: .other), offset: offset, lastEvent: lastEvent,
        from: reader.header.started)
      continue
    }
    let shown = parts.timelineRecord(record, line: line.number)
    overview.add(shown, offset: offset, lastEvent: lastEvent, from: reader.header.started)
    spans.add(shown)
    guard case .event(let event) = record else { continue }
    engine.fold(event)
    if S.backends.contains(event.party) { continue }
    let party = Int(overview.party[row])
    for (name, text) in gated {
      let held = S.gates(of: name, by: event.party, in: engine.state, at: event.at) ?? []
      bars.update(text, of: party, at: event.at, row: row, held: held)
    }
  }
  overview.finish(spans, bars)
  return overview
}

/// The effects that have gates at all.
package func gatedEffects<S: System>(of system: S.Type) -> [S.Machine.Effect.Name] {
  S.Machine.Effect.Name.allCases.filter { name in
    let start = Instant(milliseconds: 0)
    return S.gates(of: name, by: soleParty, in: S.Machine.initial, at: start) != nil
  }
}
