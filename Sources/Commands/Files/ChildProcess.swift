import Files

/// Another process whose standard output is read line by line; it reads nothing, and what it writes
/// to standard error is thrown away.
final class ChildProcess {
  private let process: pid_t
  private let output: Int32
  private var buffer: [UInt8] = []
  private var start = 0
  private var status: Int32?

  /// Starts the program at `path` with `environment`, a list of `NAME=value`.
  init(_ path: String, _ arguments: [String], environment: [String]) throws(POSIX.Failure) {
    let (reading, writing) = try POSIX.newPipe()
    defer { POSIX.closeFile(writing) }
    do throws(POSIX.Failure) {
      process = try POSIX.spawn([path] + arguments, environment: environment, output: writing)
    } catch {
      POSIX.closeFile(reading)
      throw error
    }
    output = reading
  }

  deinit {
    POSIX.closeFile(output)
    if status == nil { _ = POSIX.wait(for: process) }
  }

  /// The next whole line without its line end; `nil` when the process writes no more.
  func nextLine() throws(POSIX.Failure) -> String? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        defer { start = end + 1 }
        return String(decoding: buffer[start..<end], as: UTF8.self)
      }
      buffer.removeFirst(start)
      start = 0
      searched = buffer.count
      let piece = try POSIX.readBytes(output, upTo: 1 << 16)
      if piece.isEmpty { return nil }
      buffer += piece
    }
  }

  /// Waits for the end of the process and returns its exit code; 128 and more after a signal.
  func exitCode() -> Int32 {
    if let status { return status }
    let status = POSIX.wait(for: process)
    self.status = status
    return status
  }
}

extension POSIX {
  static var ownProgram: String? {
    #if canImport(Darwin)
      var size: UInt32 = 0
      _ = _NSGetExecutablePath(nil, &size)
      var path = [CChar](repeating: 0, count: Int(size))
      return _NSGetExecutablePath(&path, &size) == 0 ? String(cString: path) : nil
    #else
      return resolved("/proc/self/exe")
    #endif
  }

  /// The two ends of a new pipe, which no other program inherits.
  fileprivate static func newPipe() throws(Failure) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    if pipe(&ends) != 0 { throw .last }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  fileprivate static func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}
