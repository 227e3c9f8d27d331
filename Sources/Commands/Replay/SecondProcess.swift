import Diagnostics
import Files
import Protocols
import Replay
import Reports

/// This command again, in a process with another hash seed, time zone and locale, that folds the
/// same traces and says what each of them comes to.
///
/// Its standard output is read line by line; what it writes to standard error is thrown away.
final class SecondProcess {
  private let process: pid_t
  private let output: Int32
  private var lines = ByteLines()
  private var status: Int32?

  /// Starts the program at `path`; `arguments` are those of `replay` that bear on the fold.
  init(_ path: String, _ arguments: [String]) throws(Stop) {
    do throws(POSIX.Failure) {
      let (reading, writing) = try POSIX.newPipe()
      defer { POSIX.closeFile(writing) }
      output = reading
      do throws(POSIX.Failure) {
        process = try POSIX.spawn(
          [path, "replay", "--fold-digests"] + arguments,
          environment: SecondProcess.environment(beside: ExecutionEnvironment.current.variables),
          output: writing)
      } catch {
        POSIX.closeFile(reading)
        throw error
      }
    } catch {
      throw Stop(.internalError, "the second process of --twice could not be started: \(error)")
    }
  }

  /// The environment of the second process, which differs in all that a machine must not read.
  static func environment(beside own: [String: String]) -> [String] {
    var other = own
    // Without the variable each process draws a seed of its own; with it the seed is fixed.
    other["SWIFT_DETERMINISTIC_HASHING"] = own["SWIFT_DETERMINISTIC_HASHING"] == nil ? "1" : nil
    other["TZ"] = own["TZ"] == "Pacific/Chatham" ? "UTC" : "Pacific/Chatham"
    let locale = own["LC_ALL"] == "tr_TR.UTF-8" ? "C" : "tr_TR.UTF-8"
    for name in ["LC_ALL", "LANG"] { other[name] = locale }
    return other.map { "\($0.key)=\($0.value)" }.sorted()
  }

  deinit {
    POSIX.closeFile(output)
    if status == nil { _ = POSIX.wait(for: process) }
  }

  /// Compares the next trace; `own` is what it came to here, `nil` where it cannot be read.
  func finding(on file: String, _ own: FoldDigest?) throws -> Diagnostic? {
    var next = lines.next()
    while next == nil {
      let piece = try POSIX.readBytes(output, upTo: 1 << 16)
      if piece.isEmpty {
        let code = POSIX.wait(for: process)
        status = code
        throw Stop(.internalError, "the second process of --twice ended early, with \(code)")
      }
      lines.append(piece)
      next = lines.next()
    }
    guard let own else { return nil }
    guard let other = FoldDigest(text: String(decoding: next ?? [], as: UTF8.self)) else {
      throw Stop(.internalError, "the second process of --twice gave no digest of '\(file)'")
    }
    return own.firstDifference(from: other).map { place in
      Diagnostic(
        .unstableReplay, "a second process gives other effects or states", at: nil,
        notes: [
          "first between records \(place.after + 1) and \(place.upTo) of \(file)",
          "the second process has another hash seed, time zone and locale",
        ])
    }
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
  static func newPipe() throws(Failure) -> (reading: Int32, writing: Int32) {
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
