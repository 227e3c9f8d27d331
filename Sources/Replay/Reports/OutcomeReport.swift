import Diagnostics
import EventSourcing
import Traces

extension ReplayOutcome {
  /// Whether the trace agrees with the machine as far as it goes.
  public var agrees: Bool { drift == nil }

  /// Everything found, in the order in which a reader wants it: drift, damage, cut, unknown names.
  public func diagnostics(file: String) -> [Diagnostic] {
    var found: [Diagnostic] = []
    if let drift { found.append(drift.diagnostic(from: header.started)) }
    found += damage.map(\.warning)
    if case .cut(let line) = end { found.append(.cut(file: file, lastLine: line)) }
    return found + warnings
  }

  /// One sentence on what was folded and compared.
  public var summary: String {
    let compared =
      isInputsOnly
      ? "no effects recorded: nothing to compare them with"
      : "\(effects) effects compared"
    let hashes = states == 0 ? "" : ", \(states) state hashes"
    let passedOver = warningCount == 0 ? "" : ", \(warningCount) unknown names passed over"
    return "\(events) events folded, \(compared)\(hashes)\(passedOver)"
  }
}

extension Diagnostic {
  /// The warning that `file` ends without its end line, after `lastLine`.
  public static func cut(file: String, lastLine: Int) -> Diagnostic {
    Diagnostic(
      .traceCut, severity: .warning, "the trace was cut: it has no end line",
      at: Place(file: file, line: lastLine, column: 1), labels: [],
      notes: ["it was read up to line \(lastLine), its last whole one"])
  }
}
