#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The few calls to the C library that the command needs.
enum POSIX {
  /// Whether a file descriptor is a terminal.
  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Writes all bytes to a file descriptor; a reader that went away ends the writing.
  static func write(_ bytes: [UInt8], to descriptor: Int32) {
    bytes.withUnsafeBytes { buffer in
      var start = 0
      while let base = buffer.baseAddress, start < buffer.count {
        let written = systemWrite(descriptor, base + start, buffer.count - start)
        if written < 0 && errno == EINTR { continue }
        if written <= 0 { return }
        start += written
      }
    }
  }

  /// Opens a file for reading.
  static func open(_ path: String) -> Result<Int32, Failure> {
    let descriptor = systemOpen(path, O_RDONLY)
    return descriptor < 0 ? .failure(Failure(errno)) : .success(descriptor)
  }

  /// Reads into `buffer` and returns how much; 0 at the end of the file.
  static func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
  ) -> Result<Int, Failure> {
    while true {
      let count = systemRead(descriptor, buffer.baseAddress, buffer.count)
      if count < 0 && errno == EINTR { continue }
      return count < 0 ? .failure(Failure(errno)) : .success(count)
    }
  }

  static func close(_ descriptor: Int32) { systemClose(descriptor) }

  /// An error of the system, in its own words.
  struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ code: Int32) {
      description = strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
  }
}

// The C functions have the names of the methods that call them.
#if canImport(Glibc)
  private let systemWrite = Glibc.write
  private let systemRead = Glibc.read
  private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { Glibc.open(path, flags) }
  private func systemClose(_ descriptor: Int32) { _ = Glibc.close(descriptor) }
#elseif canImport(Musl)
  private let systemWrite = Musl.write
  private let systemRead = Musl.read
  private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { Musl.open(path, flags) }
  private func systemClose(_ descriptor: Int32) { _ = Musl.close(descriptor) }
#elseif canImport(Darwin)
  private let systemWrite = Darwin.write
  private let systemRead = Darwin.read
  private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { Darwin.open(path, flags) }
  private func systemClose(_ descriptor: Int32) { _ = Darwin.close(descriptor) }
#endif
