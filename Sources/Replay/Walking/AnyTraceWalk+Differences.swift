import Diagnostics
import EventSourcing
import Traces

extension AnyTraceWalk {
  /// The differences between the recorded and the ordered effects of the last event, once all of
  /// them have been seen, in the order of the trace.
  package func drifts(in file: String) -> [Drift] {
    (findings.comparison?.differences ?? []).compactMap { $0.drift(in: file, self) }
  }

  /// Whether the line taken last records another state than the machine's.
  package func stateDiffers() throws(Diagnostic) -> Bool {
    if let (recorded, computed) = try stateHashes() { return recorded != computed }
    return try snapshots() != nil
  }
}
