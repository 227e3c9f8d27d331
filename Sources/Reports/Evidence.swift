import Diagnostics
import EventSourcing

extension Diagnostic {
  /// The finding with what was held against what, as data: times in milliseconds since the epoch,
  /// as in a trace.
  public func with(expected: Value?, actual: Value?, record: Value? = nil) -> Diagnostic {
    var finding = self
    finding.evidence = Evidence(
      expected: expected?.json, actual: actual?.json, record: record?.json)
    return finding
  }
}
