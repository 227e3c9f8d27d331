/// Reads files as bytes, whole or in pieces.
enum FileBytes {
  /// All bytes of a file, or up to one more than `limit` of them.
  static func contents(
    of path: String, limit: Int = .max
  ) -> Result<[UInt8], POSIX.Failure> {
    var bytes: [UInt8] = []
    do {
      let file = try OpenFile(path)
      while bytes.count <= limit {
        let piece = try file.next(upTo: 1 << 16)
        if piece.isEmpty { break }
        bytes += piece
      }
    } catch {
      return .failure(error)
    }
    return .success(bytes)
  }
}

/// A file that is read from its beginning to its end.
final class OpenFile {
  private let descriptor: Int32

  /// Opens the file at `path`; `-` is standard input.
  init(_ path: String) throws(POSIX.Failure) {
    descriptor = path == "-" ? 0 : try POSIX.open(path).get()
  }

  deinit {
    if descriptor != 0 { POSIX.close(descriptor) }
  }

  /// The next bytes; empty at the end of the file.
  func next(upTo count: Int) throws(POSIX.Failure) -> [UInt8] {
    var outcome = Result<Int, POSIX.Failure>.success(0)
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      outcome = POSIX.read(descriptor, into: UnsafeMutableRawBufferPointer(buffer))
      if case .success(let read) = outcome { filled = read }
    }
    _ = try outcome.get()
    return bytes
  }

  /// Fills a buffer and returns how much of it; 0 at the end of the file.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(POSIX.Failure) -> Int {
    try POSIX.read(descriptor, into: buffer).get()
  }
}
