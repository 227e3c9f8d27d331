import Diagnostics
import Simulation
import Traces

/// A trace that can be read from its start more than once: a second reading finds what led to a
/// drift, so that the first one keeps nothing.
public struct ReplayInput {
  /// The file's name, for places.
  public var file: String
  /// Opens the trace at its first byte.
  public var open: () throws(Diagnostic) -> ByteSource

  /// Names a trace and says how to open it.
  public init(file: String, open: @escaping () throws(Diagnostic) -> ByteSource) {
    self.file = file
    self.open = open
  }

  /// A trace whose bytes are in memory.
  public init(file: String, bytes: [UInt8]) {
    self.init(file: file) { () throws(Diagnostic) in byteSource(of: bytes) }
  }
}

/// The first line of a trace alone.
public func traceHeader<S: System>(
  _ input: ReplayInput, as system: S.Type, lenient: Bool = false
) throws(Diagnostic) -> TraceHeader<S.Machine> {
  try TraceReader<S.Machine>(
    file: input.file, defaults: .of(S.self), lenient: lenient, source: input.open()
  ).header
}
