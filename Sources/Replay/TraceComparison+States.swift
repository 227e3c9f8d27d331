import Diagnostics
import EventSourcing
import Simulation
import Traces

extension TraceComparison {
  /// Compares the hash of a state record.
  mutating func compareState(_ line: TraceLine) throws(Diagnostic) {
    outcome.states += 1
    let recorded = try walk.reader.stateHash(line)
    let computed = walk.fold.engine.hash(of: walk.reader.party, at: line.at)
    guard recorded != computed, line.seq >= firstCompared else { return }
    let signature = DriftSignature(
      event: walk.fold.batch.record?.event.name.description ?? "start", effect: "state", kind: .state)
    guard drifted(line, signature) else { return }
    let state = ErasedRecord(
      LogRecord<S.Machine.Event, S.Machine.Effect>.state(
        seq: line.seq, at: line.at, party: walk.reader.party, hash: recorded),
      line: line.number)
    var drift = Drift(
      .state(recorded: recorded, computed: computed), at: state, in: file,
      after: walk.fold.batch.event ?? state)
    drift.invalidated = state
    stateDrift = drift
  }

  /// Compares a snapshot on the way with what the machine remembers.
  mutating func compareSnapshot(_ line: TraceLine) throws(Diagnostic) {
    outcome.snapshots += 1
    guard let own = walk.fold.engine.snapshot, try !walk.reader.records(own, in: line) else { return }
    let recorded = try walk.reader.snapshot(line, of: S.self)
    guard line.seq >= firstCompared else { return }
    let found = differences(recorded: recorded.value, computed: own.value)
    let signature = DriftSignature(
      event: walk.fold.batch.record?.event.name.description ?? "start", effect: "snapshot",
      kind: .snapshot,
      fields: found.fields)
    guard drifted(line, signature), let record = try walk.record(line) else { return }
    let erased = ErasedRecord(record, line: line.number)
    var drift = Drift(.snapshot, at: erased, in: file, after: walk.fold.batch.event ?? erased)
    drift.differences = found
    drift.invalidated = erased
    stateDrift = drift
  }

  /// Counts a state that differs; true where it is the first one that is no accepted drift.
  private mutating func drifted(_ line: TraceLine, _ signature: DriftSignature) -> Bool {
    let acceptance = tally.add(
      signature, seq: line.seq, line: line.number, acceptance: acceptance)
    drifted(after: line.seq &- 1)
    return stateDrift == nil && acceptance == nil
  }
}
