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

  /// How its bytes are read from any of them on; `nil` where they come in order alone.
  public var bytes: RandomAccess?
  /// The line of the first record, where this is a part of a longer trace.
  package internal(set) var firstLine = 2
  /// The snapshot with which a part of a longer trace begins; `nil` for a whole one.
  public internal(set) var firstRecord: Int64?

  /// Names a trace and says how to open it.
  public init(
    file: String, bytes: RandomAccess? = nil,
    open: @escaping () throws(Diagnostic) -> ByteSource
  ) {
    self.file = file
    self.bytes = bytes
    self.open = open
  }

  /// A trace whose bytes are in memory.
  public init(file: String, bytes: [UInt8]) {
    let parts = RandomAccess(size: bytes.count) { (offset) throws(Diagnostic) in
      byteSource(of: Array(bytes[min(offset, bytes.count)...]))
    }
    self.init(file: file, bytes: parts) { () throws(Diagnostic) in byteSource(of: bytes) }
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
