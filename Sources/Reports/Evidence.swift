import Diagnostics
import EventSourcing
import JSON

extension Diagnostic {
  /// The finding with what was held against what, as data: times in milliseconds since the epoch,
  /// as in a trace.
  public func with(expected: Value?, actual: Value?, record: Value? = nil) -> Diagnostic {
    var finding = self
    finding.evidence = Evidence(
      expected: expected.map(json), actual: actual.map(json), record: record.map(json))
    return finding
  }
}

private func json(_ value: Value) -> String {
  // A document may be shown on a terminal: what is invisible there is escaped.
  var output = JSONOutput(escapingInvisible: true)
  output.element(value)
  return output.text
}
