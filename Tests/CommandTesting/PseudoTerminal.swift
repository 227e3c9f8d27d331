import Foundation

/// The built command in a pseudo-terminal, as people use it.
package final class PseudoTerminal {
  private let master: Int32
  private let slave: Int32
  private let process = Process()
  /// The bytes that were read and are still to be handed over.
  private var unread: [UInt8] = []

  /// Starts `pushtrace` in a window of this size; `nil` where the system has no pseudo-terminals.
  package init?(_ line: CommandWords, columns: UInt16 = 100, rows: UInt16 = 24) throws {
    guard let pair = PseudoTerminal.openPair() else { return nil }
    (master, slave) = pair
    resize(columns: columns, rows: rows)
    let handle = FileHandle(fileDescriptor: slave)
    process.executableURL = Project.command
    process.arguments = line.words
    process.currentDirectoryURL = Project.root
    process.environment = ProcessInfo.processInfo.environment.merging(["NO_COLOR": "1"]) { $1 }
    process.standardInput = handle
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
  }

  deinit {
    if process.isRunning { process.terminate() }
    close(master)
    close(slave)
  }

  private static func openPair() -> (master: Int32, slave: Int32)? {
    #if os(Linux)
      // The calls of POSIX for it are hidden from Swift by a feature macro.
      let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      var lock: Int32 = 0
      var number: UInt32 = 0
      let (unlock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
      guard master >= 0, ioctl(master, unlock, &lock) == 0, ioctl(master, getNumber, &number) == 0
      else { return nil }
      let name = "/dev/pts/\(number)"
    #else
      let master = posix_openpt(O_RDWR | O_NOCTTY)
      guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0,
        let name = ptsname(master).map({ String(cString: $0) })
      else { return nil }
    #endif
    let slave = open(name, O_RDWR | O_NOCTTY)
    return slave < 0 ? nil : (master, slave)
  }

  package func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
  }

  /// Gives the window another size and notifies the command, which has no session of its own.
  package func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    if process.isRunning { kill(process.processIdentifier, SIGWINCH) }
  }

  package func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Returns the output since the last call, up to the first `text` and with it; all of it where
  /// that does not come within ten seconds.
  package func output(upTo text: String, within seconds: Double = 10) -> String {
    let end = Date() + seconds
    while true {
      if let found = unread.firstRange(of: Array(text.utf8)) {
        defer { unread.removeSubrange(..<found.upperBound) }
        return String(decoding: unread[..<found.upperBound], as: UTF8.self)
      }
      guard Date() < end, readMore() else { break }
    }
    defer { unread = [] }
    return String(decoding: unread, as: UTF8.self)
  }

  /// Reads what comes within a tenth of a second.
  ///
  /// - Returns: Whether there may be more.
  private func readMore() -> Bool {
    var request = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, 100) > 0 else { return true }
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = read(master, &buffer, buffer.count)
    if count > 0 { unread += buffer.prefix(count) }
    return count > 0
  }

  /// Whether keys are echoed and handed over line by line, as before the command ran.
  package var isCooked: Bool {
    var mode = termios()
    tcgetattr(slave, &mode)
    let flags = tcflag_t(ECHO | ICANON | ISIG)
    return mode.c_lflag & flags == flags
  }

  /// The exit code, or the number of the signal that ended the command; `nil` where it goes on for
  /// ten seconds.
  package func end() -> (code: Int32, bySignal: Bool)? {
    let end = Date() + 10
    while process.isRunning, Date() < end {
      // What is not read would keep the command from ending.
      _ = output(upTo: "\u{0}", within: 0.1)
    }
    return process.isRunning
      ? nil : (process.terminationStatus, process.terminationReason == .uncaughtSignal)
  }
}
