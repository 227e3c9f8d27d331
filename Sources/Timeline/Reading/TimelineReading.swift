import Diagnostics
import EventSourcing
import Replay
import Simulation
import Traces

/// Shows each record to `visit` for whose outline `wants` is true; memory does not grow with the
/// trace's length.
func visitTimeline<S: System>(
  of input: ReplayInput, as system: S.Type, lenient: Bool, wants: (RecordOutline) -> Bool,
  visit: (TimelineRecord) -> Void
) throws(Diagnostic) -> TimelineEnd {
  var reader = try TraceReader<S.Machine>(
    file: input.file, defaults: .of(S.self), lenient: lenient, source: input.open())
  let parts = RecordParts<S>()
  return TimelineEnd(reading: &reader, file: input.file) { (reader, line) throws(Diagnostic) in
    let outline = RecordOutline(
      seq: line.seq, at: line.at, party: reader.party, kind: ErasedRecord.Kind(line.kind),
      name: reader.name(of: line))
    guard wants(outline), let record = try reader.record(line) else { return }
    visit(parts.timelineRecord(record, line: line.number))
  }
}

extension TimelineEnd {
  /// Reads a trace to its end, or to the first line that cannot be read.
  init<Machine: Reducer>(
    reading reader: inout TraceReader<Machine>, file: String,
    _ take: (inout TraceReader<Machine>, TraceLine) throws(Diagnostic) -> Void
  ) {
    do throws(Diagnostic) {
      while let line = try reader.next() { try take(&reader, line) }
    } catch {
      failure = error
    }
    warnings = reader.damage.map { $0.warning }
    if case .cut(let line) = reader.end, failure == nil {
      warnings.append(.cut(file: file, lastLine: line))
    }
    warnings += reader.warnings
  }
}

extension ErasedRecord.Kind {
  init(_ kind: TraceLine.Kind) {
    switch kind {
    case .event: self = .event
    case .effect: self = .effect
    case .state: self = .state
    case .note: self = .note
    case .snapshot: self = .snapshot
    }
  }
}
