#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The calls to the C library that the command needs, with the system's own error messages.
enum POSIX {
  /// An error of the system, in the words of `strerror`.
  struct Failure: Error, Equatable, CustomStringConvertible {
    let code: Int32

    /// The error of the call that has just failed.
    static var last: Failure { Failure(code: errno) }

    /// The reader of a pipe went away.
    static let closedPipe = Failure(code: EPIPE)
    static let exists = Failure(code: EEXIST)
    static let isFolder = Failure(code: EISDIR)
    static let notAFolder = Failure(code: ENOTDIR)

    var description: String {
      strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
  }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Opens a file for reading.
  static func openFile(_ path: String) throws(Failure) -> Int32 {
    try opened(path, O_RDONLY)
  }

  /// Creates a file for writing and reading that is gone when it is closed.
  static func createNamelessFile() throws(Failure) -> Int32 {
    let folder = ExecutionEnvironment.current.variables["TMPDIR"] ?? "/tmp"
    var path = Array("\(place(folder))/pushtrace-XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    if descriptor < 0 { throw .last }
    unlink(path)
    return descriptor
  }

  /// Goes on reading at an offset.
  static func seek(_ descriptor: Int32, to offset: Int) throws(Failure) {
    if lseek(descriptor, off_t(offset), SEEK_SET) < 0 { throw .last }
  }

  /// Creates a file for writing; throws where something stands already.
  static func createFile(_ path: String) throws(Failure) -> Int32 {
    try opened(path, O_WRONLY | O_CREAT | O_EXCL)
  }

  /// Opens a device or a pipe for writing; throws for a pipe that has no reader.
  static func openDevice(_ path: String) throws(Failure) -> Int32 {
    let descriptor = try opened(path, O_WRONLY | O_NONBLOCK)
    if fcntl(descriptor, F_SETFL, O_WRONLY) < 0 { throw .last }
    return descriptor
  }

  /// The descriptor that `/dev/stdin`, `/dev/fd/63` and the like stand for.
  static func inheritedDescriptor(_ path: String) -> Int32? {
    ExecutionEnvironment.current.descriptor(at: path)
  }

  /// The path by which the C library finds what the command calls `path`.
  static func place(_ path: String) -> String { ExecutionEnvironment.current.place(path) }

  /// Another descriptor for the same open file.
  static func duplicate(_ descriptor: Int32) throws(Failure) -> Int32 {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    if copy < 0 { throw .last }
    return copy
  }

  private static func opened(_ path: String, _ flags: Int32) throws(Failure) -> Int32 {
    let descriptor = open(place(path), flags | O_CLOEXEC, 0o666)
    if descriptor < 0 { throw .last }
    return descriptor
  }

  static func closeFile(_ descriptor: Int32) { _ = close(descriptor) }

  /// Reads into `buffer` and returns how much; 0 at the end of the file.
  static func readBytes(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
  ) throws(Failure) -> Int {
    while true {
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      try waitIfBusy(descriptor, for: POLLIN)
    }
  }

  /// Reads up to the end of a line, which is left out, or of the file.
  static func readLine(_ descriptor: Int32) -> String {
    var line: [UInt8] = []
    var byte: [UInt8] = [0]
    while read(descriptor, &byte, 1) == 1, byte[0] != UInt8(ascii: "\n") { line += byte }
    return String(decoding: line, as: UTF8.self)
  }

  /// Writes all of `bytes`.
  static func writeBytes(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
    var start = 0
    while start < bytes.count {
      let written = bytes.withUnsafeBytes { buffer in
        write(descriptor, buffer.baseAddress.map { $0 + start }, buffer.count - start)
      }
      if written >= 0 { start += written } else { try waitIfBusy(descriptor, for: POLLOUT) }
    }
  }

  /// Waits until the bytes of a file are on the disk, where the file system can say so.
  static func synchronize(_ descriptor: Int32) throws(Failure) {
    if fsync(descriptor) != 0, errno != EINVAL { throw .last }
  }

  /// After a call that failed only for now: a signal came, or another program made the descriptor
  /// non-blocking and it is not ready. Throws any other failure.
  private static func waitIfBusy(_ descriptor: Int32, for event: Int32) throws(Failure) {
    switch errno {
    case EINTR: return
    case EAGAIN:
      var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
      _ = poll(&request, 1, -1)
    case _: throw .last
    }
  }
}
