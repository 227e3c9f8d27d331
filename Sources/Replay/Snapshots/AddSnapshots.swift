import Diagnostics
import EventSourcing
import Simulation
import Traces

/// The outcome of adding snapshots to a trace.
public struct AddedSnapshots: Equatable, Sendable {
  /// The number of snapshots written.
  public internal(set) var added = 0
  /// The number of snapshots that the trace had before, which are left out.
  public internal(set) var removed = 0
  /// The number of records now.
  public internal(set) var records: Int64 = 0
  /// The faults of the trace.
  public internal(set) var warnings: [Diagnostic] = []
}

/// Writes a trace with a snapshot after every `interval` records, or without any where that is 0;
/// `sink` takes the bytes in pieces.
///
/// Snapshots stand between what one event ordered and the next event, and hold what the fold of
/// the events gives. Numbers and causes are those of the new trace, with a note wherever records
/// are missing. A snapshot with which a trace begins stays; a cut trace stays cut.
public func addSnapshots<S: System>(
  to input: ReplayInput, every interval: Int64, as system: S.Type,
  into sink: ([UInt8]) throws -> Void
) throws -> AddedSnapshots {
  var rewriter = try TraceRewriter<SnapshotAdder<S>>(input) { (header) throws(Diagnostic) in
    try SnapshotAdder(header, every: interval, file: input.file)
  }
  try rewriter.run(into: sink)
  var result = rewriter.rewriting.result
  result.warnings = rewriter.ending.warnings(input.file)
  return result
}

/// Writes records as they are, with a snapshot after some of them.
private struct SnapshotAdder<S: System>: TraceRewriting {
  private(set) var result = AddedSnapshots()

  private let file: String
  private let interval: Int64
  private let hasUnknownHistory: Bool
  private var engine: Engine<S>
  /// The number of records up to the last snapshot.
  private var lastSnapshot: Int64 = 0
  /// The number that the record read last had.
  private var lastOld: Int64 = 0

  init(
    _ header: TraceHeader<S.Machine>, every interval: Int64, file: String
  ) throws(Diagnostic) {
    self.file = file
    self.interval = interval
    hasUnknownHistory = header.hasUnknownHistory
    engine = Engine(header)
    guard S.Machine.describesState else {
      throw Diagnostic(
        .wrongSnapshot, "\(S.name) does not describe its state: it has no snapshots",
        at: Place(file: file, line: 1, column: 1))
    }
  }

  mutating func take(_ line: TraceLine, in pass: inout RewritingPass<S>) throws(Diagnostic) {
    defer { lastOld = line.seq }
    if line.kind == .snapshot, !engine.parties.isEmpty { return result.removed += 1 }
    try engine.begin(at: line, &pass.walk.reader)
    let step = try pass.walk.take(line)
    guard let record = try pass.walk.reader.record(line) else { return }
    if case .event = record {
      if hasUnknownHistory, engine.parties.isEmpty { throw unknown }
      addSnapshot(to: &pass.trace)
    }
    if pass.trace.count == 0 {
      pass.trace.start(at: record.seq)
    } else {
      pass.trace.noteMissing(after: lastOld, before: record.seq, with: record)
    }
    let written = pass.trace.write(record)
    if let event = pass.folded(written, by: step) { engine.fold(event) }
    if line.kind == .snapshot { lastSnapshot = pass.trace.count }
  }

  mutating func finish(_ pass: inout RewritingPass<S>) {
    result.records = pass.trace.count
    pass.trace.end(like: pass.walk.reader)
  }

  private var unknown: Diagnostic {
    Diagnostic(
      .unknownHistory, "there is no state of which a snapshot could be taken",
      at: Place(file: file, line: 1, column: 1), labels: [],
      notes: ["it follows from what was before the trace, which is not known"])
  }

  private mutating func addSnapshot(to trace: inout RewrittenTrace<S.Machine>) {
    guard interval > 0, trace.count - lastSnapshot >= interval, !engine.parties.isEmpty,
      let record = engine.snapshotRecord(seq: 0, at: trace.at, party: trace.party)
    else { return }
    trace.add(record)
    lastSnapshot = trace.count
    result.added += 1
  }
}
