import Diagnostics
import EventSourcing
import Simulation
import Traces

/// Whether a trace is as its recorder left it.
public struct TraceIntegrity: Equatable, Sendable {
  /// The number of records.
  public var records: Int64 = 0
  /// The number of snapshots among the records.
  public var snapshots: Int64 = 0
  /// The way in which it ended, with all that was found up to there.
  public internal(set) var ending = TraceEnding()
  /// The number of lines that a repair has set aside.
  public var lostLines = 0
}

/// Reads every record of a trace without folding it and checks numbering, causes and hash.
public func verify<S: System>(
  _ input: ReplayInput, as system: S.Type
) throws(Diagnostic) -> TraceIntegrity {
  var reader = try TraceReader<S.Machine>(
    file: input.file, defaults: .of(S.self), source: input.open())
  var integrity = TraceIntegrity()
  while let line = try reader.next() {
    _ = try reader.checkedRecord(line, of: system)
    if line.kind == .snapshot { integrity.snapshots += 1 }
    integrity.records += 1
  }
  integrity.ending = reader.ending
  return integrity
}

extension TraceReader {
  /// Reads whatever `line` records; a snapshot is refused where it holds no state of the machine.
  mutating func checkedRecord<S: System>(
    _ line: TraceLine, of system: S.Type
  ) throws(Diagnostic) -> LogRecord<Machine.Event, Machine.Effect>?
  where S.Machine == Machine {
    if line.kind == .snapshot { _ = try snapshot(line, of: system) }
    return try record(line)
  }
}
