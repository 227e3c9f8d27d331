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
