import Diagnostics
import EventSourcing
import Traces

/// A trace that can be read from its start more than once: a second reading finds what led to a
/// drift, so that the first one keeps nothing.
public struct ReplayInput {
  /// The file's name, for places.
  public var file: String
  /// Opens the trace at its first byte.
  public var open: () throws(Diagnostic) -> ByteSource

  /// The access to its bytes from any of them on; `nil` where they come in order alone.
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

  /// A trace whose bytes are in memory, where they stay as long as it is read.
  public init<Bytes: RandomAccessCollection<UInt8>>(
    file: String, bytes: Bytes
  ) where Bytes.Index == Int {
    let parts = RandomAccess(size: bytes.count) { (offset) throws(Diagnostic) in
      byteSource(of: bytes, from: offset)
    }
    self.init(file: file, bytes: parts) { () throws(Diagnostic) in byteSource(of: bytes) }
  }
}

extension ReplayInput {
  package func contents() throws(Diagnostic) -> [UInt8] {
    var bytes: [UInt8] = []
    let next = try pieces()
    while let piece = try next() { bytes += piece }
    return bytes
  }

  /// Opens the trace to be read piece by piece; the closure returns `nil` at the end.
  package func pieces() throws(Diagnostic) -> () throws(Diagnostic) -> [UInt8]? {
    let source = try open()
    return { () throws(Diagnostic) in
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
      defer { buffer.deallocate() }
      let count = try source(buffer)
      return count == 0 ? nil : Array(buffer.prefix(count))
    }
  }

  /// Opens the trace at one of its bytes.
  func open(at offset: Int) throws(Diagnostic) -> ByteSource {
    if let bytes { return try bytes.open(offset) }
    return skipping(offset, of: try open())
  }
}

/// Bytes that can be read from any of them on.
public struct RandomAccess {
  /// The number of them.
  public var size: Int
  /// Opens the bytes at an offset.
  public var open: (_ offset: Int) throws(Diagnostic) -> ByteSource

  /// Says how many bytes there are and how to open them at an offset.
  public init(size: Int, open: @escaping (_ offset: Int) throws(Diagnostic) -> ByteSource) {
    self.size = size
    self.open = open
  }
}

// MARK: - Parts

/// `first` to its end, then what `rest` gives.
func chained(_ first: @escaping ByteSource, _ rest: @escaping ByteSource) -> ByteSource {
  var isFirst = true
  return { (buffer: UnsafeMutableRawBufferPointer) throws(Diagnostic) -> Int in
    if isFirst {
      let count = try first(buffer)
      if count > 0 { return count }
      isFirst = false
    }
    return try rest(buffer)
  }
}

func limited(_ source: @escaping ByteSource, to count: Int) -> ByteSource {
  var left = count
  return { (buffer: UnsafeMutableRawBufferPointer) throws(Diagnostic) -> Int in
    let wanted = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(left))
    if wanted.isEmpty { return 0 }
    let read = try source(wanted)
    left -= read
    return read
  }
}

/// Reads past the next `count` bytes of `source`, and gives what follows them.
private func skipping(_ count: Int, of source: @escaping ByteSource) -> ByteSource {
  let skipped = limited(source, to: count)
  return { (buffer: UnsafeMutableRawBufferPointer) throws(Diagnostic) -> Int in
    while try skipped(buffer) > 0 {}
    return try source(buffer)
  }
}

extension AnySystem {
  /// The devices of a trace, each once, in the order of their first records.
  public func devices(of input: ReplayInput) throws(Diagnostic) -> [String] {
    let walk = try walk(input)
    var parties = KeyedList<String, Void>()
    while try walk.next() != nil { parties.insert(walk.party()) }
    return parties.keys.filter { !backends.contains($0) }
  }
}

extension AnyTraceWalk {
  /// Whether a trace has to name the parties of its records; lines that cannot be read are passed
  /// over where the caller sets them aside.
  package func hasSeveralParties(skipsLines: Bool = false) throws(Diagnostic) -> Bool {
    while true {
      do throws(Diagnostic) {
        guard try next() != nil else { return false }
        if party() != soleParty { return true }
      } catch {
        guard skipsLines, error.isAboutOneLine else { throw error }
      }
    }
  }
}

extension Diagnostic {
  /// Whether a reader of the trace can go on with the next line.
  var isAboutOneLine: Bool {
    [
      .notARecord, .unknownInTrace, .wrongInTrace, .unreadableEngine, .timeGoesBack, .afterTheEnd,
      .traceDamaged, .wrongSnapshot,
    ].contains(code)
  }
}
