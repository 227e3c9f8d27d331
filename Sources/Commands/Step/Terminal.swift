import Files

/// The terminal of the command in raw mode, on its other screen, until it is restored.
///
/// Signals are written to a pipe and read beside the keys, so that a process that is asked to end
/// leaves the terminal as it was.
final class Terminal {
  enum Input: Equatable {
    case bytes([UInt8])
    /// Nothing came within the time.
    case pause
    /// The window has another size.
    case resized
    /// The process is asked to end by this signal.
    case ended(by: Int32)
    /// The other end was closed.
    case closed
  }

  private let saved: termios
  /// The descriptor that keys are read from.
  private let input: Int32
  private let output: Output
  private let signals: (reading: Int32, writing: Int32)
  private var isRestored = false

  private static let handledSignals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH]

  /// Takes the terminal over; `nil` where standard input is none.
  init?(_ context: CommandContext) {
    var mode = termios()
    input = context.environment.input
    guard tcgetattr(input, &mode) == 0, let ends = try? POSIX.newPipe() else { return nil }
    saved = mode
    output = context.output
    signals = ends
    signalPipe = signals.writing
    for number in Terminal.handledSignals { Terminal.handle(number) }
    cfmakeraw(&mode)
    tcsetattr(input, TCSAFLUSH, &mode)
    // The other screen, without a cursor.
    output.write("\u{1B}[?1049h\u{1B}[?25l")
  }

  /// Leaves the terminal as it was.
  func restore() {
    if isRestored { return }
    isRestored = true
    output.write("\u{1B}[?25h\u{1B}[?1049l")
    var mode = saved
    tcsetattr(input, TCSAFLUSH, &mode)
    for number in Terminal.handledSignals { _ = signal(number, SIG_DFL) }
    signalPipe = -1
    close(signals.reading)
    close(signals.writing)
  }

  deinit { restore() }

  /// Columns and rows; 80 and 24 where the terminal does not know.
  var size: (columns: Int, rows: Int) {
    output.terminalSize ?? (80, 24)
  }

  /// Waits for keys or a signal, at most for `milliseconds`; for ever with −1.
  func nextInput(within milliseconds: Int32) -> Input {
    var requests = [
      pollfd(fd: input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals.reading, events: Int16(POLLIN), revents: 0),
    ]
    let count = poll(&requests, 2, milliseconds)
    if count == 0 { return .pause }
    // A signal interrupts the wait; it stands in the pipe.
    if count < 0, errno != EINTR { return .closed }
    if count < 0 || requests[1].revents != 0 { return nextSignal() }
    return nextKeys()
  }

  private func nextKeys() -> Input {
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = read(input, &buffer, 256)
    if count > 0 { return .bytes(Array(buffer.prefix(count))) }
    return count < 0 && (errno == EINTR || errno == EAGAIN) ? .pause : .closed
  }

  private func nextSignal() -> Input {
    var byte: UInt8 = 0
    var request = pollfd(fd: signals.reading, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, 0) > 0, read(signals.reading, &byte, 1) == 1 else { return .pause }
    return Int32(byte) == SIGWINCH ? .resized : .ended(by: Int32(byte))
  }

  private static func handle(_ number: Int32) {
    _ = signal(number) { number in
      let code = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(signalPipe, &byte, 1)
      errno = code
    }
  }
}

/// The pipe to which the signal handler writes; it may use nothing else.
private nonisolated(unsafe) var signalPipe: Int32 = -1
