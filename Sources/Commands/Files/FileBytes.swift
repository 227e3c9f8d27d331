import Diagnostics
import Files

/// Reads files as bytes, whole or in pieces.
enum FileBytes {
  /// The most that is kept of what can be read only once: standard input, a pipe, a device.
  static let streamLimit = 512 << 20

  /// All bytes of a file, or up to one more than `limit` of them.
  static func contents(of path: String, limit: Int) throws(Diagnostic) -> [UInt8] {
    let file = try OpenFile(path)
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let piece = try file.next(upTo: 1 << 16)
      if piece.isEmpty { break }
      bytes += piece
    }
    return bytes
  }

  /// All bytes of what can be read only once.
  static func contents(ofStream path: String) throws(Diagnostic) -> [UInt8] {
    let bytes = try contents(of: path, limit: streamLimit)
    if bytes.count > streamLimit { throw .unreadable(path, .tooLong) }
    return bytes
  }
}

/// The reason why a file cannot be read.
enum ReadFailure: CustomStringConvertible {
  case system(POSIX.Failure)
  /// Opening it could wait for ever.
  case namedPipe
  /// It can be read only once and is more than is kept.
  case tooLong
  /// The call that reads it has to end.
  case stopped(by: String)

  var description: String {
    switch self {
    case .system(let failure): failure.description
    case .namedPipe: "it is a named pipe, which may have no writer; pass its content as '-'"
    case .tooLong:
      "it is longer than \(FileBytes.streamLimit >> 20) MiB; save it to a file and name that"
    case .stopped(let cause): "the reading was stopped by \(cause)"
    }
  }
}

/// A file that is read from its beginning to its end.
final class OpenFile {
  private let path: String
  private let descriptor: Int32

  /// Opens the file at `path`; `-` is standard input.
  init(_ path: String) throws(Diagnostic) {
    let opened: Int32?
    do throws(POSIX.Failure) {
      opened = try OpenFile.open(path)
      if let opened { RunFiles.current.note(try FileStatus(descriptor: opened)) }
    } catch {
      throw .unreadable(path, .system(error))
    }
    guard let opened else { throw .unreadable(path, .namedPipe) }
    self.path = path
    descriptor = opened
  }

  /// `nil` for a named pipe.
  private static func open(_ path: String) throws(POSIX.Failure) -> Int32? {
    if let inherited = path == "-"
      ? ExecutionEnvironment.current.input : ExecutionEnvironment.current.descriptor(at: path)
    {
      return try POSIX.duplicate(inherited)
    }
    return try FileStatus(path).kind == .pipe ? nil : POSIX.openFile(path)
  }

  deinit { POSIX.closeFile(descriptor) }

  private func reading<Result>(
    _ read: () throws(POSIX.Failure) -> Result
  ) throws(Diagnostic) -> Result {
    if let cause = Interruption.call?.cause { throw .unreadable(path, .stopped(by: cause)) }
    do throws(POSIX.Failure) { return try read() } catch {
      throw .unreadable(path, .system(error))
    }
  }

  /// Goes on reading at an offset.
  func seek(to offset: Int) throws(Diagnostic) {
    try reading { () throws(POSIX.Failure) in try POSIX.seek(descriptor, to: offset) }
  }

  /// Whether `path` gives the same bytes each time that it is opened.
  static func isRepeatable(_ path: String) -> Bool {
    if path == "-" || ExecutionEnvironment.current.descriptor(at: path) != nil { return false }
    guard let status = try? FileStatus(path) else { return true }
    return status.kind == .file || status.kind == .folder
  }

  /// The next bytes; empty at the end of the file.
  func next(upTo count: Int) throws(Diagnostic) -> [UInt8] {
    try reading { () throws(POSIX.Failure) in try POSIX.readBytes(descriptor, upTo: count) }
  }

  /// Fills a buffer and returns how much of it; 0 at the end of the file.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(Diagnostic) -> Int {
    try reading { () throws(POSIX.Failure) in try POSIX.readBytes(descriptor, into: buffer) }
  }
}

extension Diagnostic {
  static func unreadable(_ path: String, _ failure: ReadFailure) -> Diagnostic {
    Diagnostic(
      .noFile, "'\(path)' cannot be read: \(failure)", notes: notes(onName: path, failure))
  }

  /// The note that nothing is found by a name because it is not UTF-8.
  static func notes(onName path: String, _ failure: ReadFailure = .system(.nothing)) -> [String] {
    guard path.contains("\u{FFFD}"), case .system(.nothing) = failure else { return [] }
    return ["help: the name has bytes that are not UTF-8; rename it"]
  }

  /// The finding for a compressed file, which its first bytes give away.
  static func compressed(_ path: String, _ start: some Sequence<UInt8>) -> Diagnostic? {
    guard start.starts(with: [0x1F, 0x8B]) else { return nil }
    return Diagnostic(
      .compressed, "'\(path)' is compressed by gzip",
      notes: ["help: pass its content on standard input: gunzip -c FILE | … -"])
  }
}
