/// Calls to the C library, with the system's own error messages.
package enum POSIX {
  /// An error of the system, in the words of `strerror`.
  package struct Failure: Error, Equatable, CustomStringConvertible {
    package let code: Int32

    /// The error of the call that has just failed.
    package static var last: Failure { Failure(code: errno) }

    /// The reader of a pipe went away.
    package static let closedPipe = Failure(code: EPIPE)
    package static let exists = Failure(code: EEXIST)
    package static let nothing = Failure(code: ENOENT)
    package static let isFolder = Failure(code: EISDIR)
    package static let denied = Failure(code: EACCES)
    package static let notAFolder = Failure(code: ENOTDIR)
    /// The path leads out of the folders to which the command is confined.
    package static let outside = Failure(code: -1)

    package var description: String {
      if self == .outside { return "it lies outside the folders that may be used" }
      return strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
  }

  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Creates a file for writing and reading that is gone when it is closed.
  package static func createNamelessFile(in folder: String) throws(Failure) -> Int32 {
    var path = Array("\(place(folder))/pushtrace-XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    if descriptor < 0 { throw .last }
    unlink(path)
    return descriptor
  }

  /// Goes on reading at an offset.
  package static func seek(_ descriptor: Int32, to offset: Int) throws(Failure) {
    if lseek(descriptor, off_t(offset), SEEK_SET) < 0 { throw .last }
  }

  /// Creates a file for writing; throws where something stands already.
  package static func createFile(_ path: String) throws(Failure) -> Int32 {
    try openFile(path, O_WRONLY | O_CREAT | O_EXCL)
  }

  /// Opens a device or a pipe for writing; throws for a pipe that has no reader.
  package static func openDevice(_ path: String) throws(Failure) -> Int32 {
    let descriptor = try openFile(path, O_WRONLY | O_NONBLOCK)
    if fcntl(descriptor, F_SETFL, O_WRONLY) < 0 { throw .last }
    return descriptor
  }

  /// The folder from which relative paths lead; `nil` for that of the process.
  @TaskLocal package static var folder: String?

  /// The path by which the C library finds what is called `path`.
  package static func place(_ path: String) -> String {
    guard let folder, !path.isEmpty, !path.hasPrefix("/") else { return path }
    return "\(folder)/\(path)"
  }

  /// Another descriptor for the same open file.
  package static func duplicate(_ descriptor: Int32) throws(Failure) -> Int32 {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    if copy < 0 { throw .last }
    return copy
  }

  /// Opens a file, for reading where nothing else is said; one that is created has these
  /// permissions at most.
  package static func openFile(
    _ path: String, _ flags: Int32 = O_RDONLY, permissions: mode_t = 0o666
  ) throws(Failure) -> Int32 {
    let descriptor = open(try confined(path), flags | O_CLOEXEC, permissions)
    if descriptor < 0 { throw .last }
    return descriptor
  }

  package static func closeFile(_ descriptor: Int32) { _ = close(descriptor) }

  /// The next bytes, up to so many; empty at the end of the file.
  package static func readBytes(
    _ descriptor: Int32, upTo count: Int
  ) throws(Failure) -> [UInt8] {
    var outcome = Result<Int, Failure>.success(0)
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(Failure) {
        filled = try readBytes(descriptor, into: UnsafeMutableRawBufferPointer(buffer))
      } catch {
        outcome = .failure(error)
      }
    }
    _ = try outcome.get()
    return bytes
  }

  /// Reads into `buffer` and returns how much; 0 at the end of the file.
  package static func readBytes(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
  ) throws(Failure) -> Int {
    while true {
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      try waitIfBusy(descriptor, for: POLLIN)
    }
  }

  /// Whether there is something to read, or an end to be seen, without waiting.
  package static func hasInput(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0
  }

  /// Reads up to the end of a line, which is left out, or of the file.
  package static func readLine(_ descriptor: Int32) -> String {
    var line: [UInt8] = []
    var byte: [UInt8] = [0]
    while read(descriptor, &byte, 1) == 1, byte[0] != UInt8(ascii: "\n") { line += byte }
    return String(decoding: line, as: UTF8.self)
  }

  /// Writes all of `bytes`.
  package static func writeBytes(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
    var start = 0
    while start < bytes.count {
      let written = bytes.withUnsafeBytes { buffer in
        write(descriptor, buffer.baseAddress.map { $0 + start }, buffer.count - start)
      }
      if written >= 0 { start += written } else { try waitIfBusy(descriptor, for: POLLOUT) }
    }
  }

  /// Waits until the bytes of a file are on the disk, where the file system can say so.
  package static func synchronize(_ descriptor: Int32) throws(Failure) {
    if fsync(descriptor) != 0, errno != EINVAL { throw .last }
  }

  /// Waits after a call that failed only for now: a signal came, or another program made the
  /// descriptor non-blocking and it is not ready. Throws any other failure.
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
