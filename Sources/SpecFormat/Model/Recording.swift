import Diagnostics
import EventSourcing
import Traces

/// A recorded trace that a scenario runs instead of steps; it is streamed, whatever its size.
package struct Recording: Sendable {
  /// The file as the spec names it.
  package var file: PlacedText
  /// Where it was found.
  package var path: String
  /// Opens the trace at its first byte, as often as it is needed.
  package var open: TraceOpener
  /// Whether the recorded effects and hashes are compared with those of the machine.
  package var isCompared: Bool
  /// The first record that is judged, by sequence number; `nil` for all from the first on.
  package var from: Int64?
  /// The last record that is folded, by sequence number; `nil` for all up to the end.
  package var to: Int64?
  /// The beginning that the scenario writes, in whose place the recording's own one holds.
  package var replaced: Given
}

/// Opens a trace at its first byte.
public typealias TraceOpener = @Sendable () throws(Diagnostic) -> ByteSource
