import Diagnostics
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

extension AnySystem {
  /// Reads every record of a trace without folding it and checks numbering, causes and hash.
  public func verify(_ input: ReplayInput) throws(Diagnostic) -> TraceIntegrity {
    let walk = try walk(input)
    var integrity = TraceIntegrity()
    while let line = try walk.next() {
      try walk.check()
      if line.kind == .snapshot { integrity.snapshots += 1 }
      integrity.records += 1
    }
    integrity.ending = walk.ending()
    return integrity
  }
}
