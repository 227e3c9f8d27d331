import Diagnostics
import EventSourcing
import Simulation
import Traces

/// Whether a trace is as its recorder left it.
public struct TraceIntegrity: Equatable, Sendable {
  /// The number of records.
  public var records: Int64 = 0
  /// How many of them are snapshots.
  public var snapshots: Int64 = 0
  /// What the end says.
  public var end = TraceEnd.sealed
  /// Signs of damage or edits, the first of them.
  public var damage: [TraceDamage] = []
  /// The number of signs.
  public var damageCount = 0
  /// How many lines a repair has set aside.
  public var lostLines = 0

  /// Takes over what a reader has found up to the end.
  mutating func complete<Machine: Reducer>(from reader: TraceReader<Machine>) {
    end = reader.end
    damage = reader.damage
    damageCount = reader.damageCount
  }

  /// Whether nothing is missing and nothing was edited.
  public var isIntact: Bool { damageCount == 0 && end == .sealed }

  /// Everything found as warnings.
  public func diagnostics(file: String) -> [Diagnostic] {
    var found = damage.map { $0.warning }
    if case .cut(let line) = end { found.append(.cut(file: file, lastLine: line)) }
    return found
  }
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
  integrity.complete(from: reader)
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
