import Diagnostics
import EventSourcing
import Simulation
import Traces

extension TraceComparison {
  /// Compares the hash of a state record.
  mutating func compareState(_ line: TraceLine) throws(Diagnostic) {
    outcome.states += 1
    let recorded = try reader.stateHash(line)
    let computed = fold.engine.hash(of: reader.party, at: line.at)
    guard recorded != computed, line.seq >= firstCompared else { return }
    let signature = DriftSignature(
      event: fold.batch.record?.event.name.description ?? "start", effect: "state", kind: .state)
    guard drifted(line, signature) else { return }
    let state = ErasedRecord(
      LogRecord<S.Machine.Event, S.Machine.Effect>.state(
        seq: line.seq, at: line.at, party: reader.party, hash: recorded),
      line: line.number)
    var drift = Drift(
      .state(recorded: recorded, computed: computed), at: state, in: file,
      after: fold.batch.event ?? state)
    drift.invalidated = state
    stateDrift = drift
  }

  /// Folds on from a snapshot before which nothing is known, and compares any other one.
  mutating func takeSnapshot(_ line: TraceLine) throws(Diagnostic) {
    outcome.snapshots += 1
    if unknown != nil || fold.engine.parties.isEmpty {
      closeBatch()
      fold.restart(try reader.snapshot(line, of: S.self), at: line.at)
      second = foldsTwice ? fold.engine : nil
      countUnknown()
      unknown = nil
      fold.isPaired = true
      return
    }
    guard let own = fold.engine.snapshot, try !reader.records(own, in: line) else { return }
    let recorded = try reader.snapshot(line, of: S.self)
    guard line.seq >= firstCompared else { return }
    let found = differences(recorded: recorded.value, computed: own.value)
    let signature = DriftSignature(
      event: fold.batch.record?.event.name.description ?? "start", effect: "snapshot",
      kind: .snapshot,
      fields: found.fields)
    guard drifted(line, signature), let record = try reader.record(line) else { return }
    let erased = ErasedRecord(record, line: line.number)
    var drift = Drift(.snapshot, at: erased, in: file, after: fold.batch.event ?? erased)
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
