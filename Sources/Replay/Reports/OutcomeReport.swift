import Diagnostics
import EventSourcing
import Traces

extension ReplayOutcome {
  /// Whether the trace agrees with the machine as far as it goes, accepted drifts left aside.
  public var agrees: Bool { drift == nil && instability == nil }

  /// Everything found, in the order in which a reader wants it: what is not deterministic, another
  /// engine, damage before the drift, the drift, other damage, a cut, unknown names.
  public func diagnostics(file: String) -> [Diagnostic] {
    var found = instability.map { [$0.diagnostic(from: header.started)] } ?? []
    if let warning = Diagnostic.otherEngine(header.engine, file: file) { found.append(warning) }
    if header.hasUnknownHistory { found.append(.unknownHistory(notCompared, file: file)) }
    let damage = ending.damage
    let early = damage.filter { damage in drift.map { damage.place.line <= $0.place.line } ?? false
    }
    found += early.map { $0.warning }
    if let drift {
      var finding = drift.diagnostic(from: header.started, followedBy: driftCount - 1)
      if let damage = early.last {
        finding.notes.append("\(damage.message): the drift may be only that")
      }
      found.append(finding)
    }
    found += damage.dropFirst(early.count).map { $0.warning }
    return found + [ending.cut(file)].compactMap { $0 } + ending.passedOver
  }

  /// How far the trace can be trusted, and how much differs; `nil` where all of it agrees.
  public var trust: String? {
    guard let exactUpTo else { return nil }
    let exact =
      exactUpTo <= 0
      ? "no record exact, all in an open loop"
      : "records 1 to \(exactUpTo) exact, from \(exactUpTo &+ 1) open loop"
    let orphaned = orphans == 0 ? "" : ", \(counted(Int(orphans), "orphaned answer"))"
    return "\(exact): \(counted(Int(driftCount), "drift"))\(orphaned)"
  }

  /// One sentence on what was folded and compared.
  public var summary: String {
    let compared =
      header.hasUnknownHistory
      ? "\(effects) effects compared as far as they are known, "
        + "\(notCompared) effects and states not compared"
      : isInputsOnly
        ? "no effects recorded: nothing to compare them with"
        : "\(effects) effects compared"
    let hashes = states == 0 ? "" : ", \(states) state hashes"
    let snapshots = snapshots == 0 ? "" : ", \(counted(Int(snapshots), "snapshot"))"
    let count = ending.passedOverCount
    let passedOver = count == 0 ? "" : ", \(count) unknown names passed over"
    return "\(events) events folded, \(compared)\(hashes)\(snapshots)\(passedOver)"
  }
}

extension Diagnostic {
  /// The warning that not all of `file` was compared.
  fileprivate static func unknownHistory(_ count: Int64, file: String) -> Diagnostic {
    Diagnostic(
      .unknownHistory, severity: .warning,
      "what was before the trace is not known: \(count) effects and states are not compared",
      at: Place(file: file, line: 1, column: 1), labels: [],
      notes: ["help: 'conform' judges what the records say by themselves"])
  }
}
