import Files

/// SIGINT and SIGTERM: what is unfinished is removed. A verb that can say what it has found so far
/// is left to end by itself; a second signal ends it at once.
enum Interruption {
  /// Takes the signals from now on, unless the process was started with them ignored.
  static func install() {
    UnfinishedPaths.prepare()
    for number in [SIGINT, SIGTERM] {
      let before = signal(number, interrupted)
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        _ = signal(number, SIG_IGN)
      }
    }
  }

  /// The limit of the call of a server that this task answers; `nil` outside of one.
  @TaskLocal static var call: CallLimit?

  /// Leaves it to the verb to end when it finds a signal; one inside a server ends with that.
  static func letVerbEnd() { if call == nil { isAwaited = true } }

  /// The signal that the verb was asked to end by; `nil` where there was none.
  static var signalNumber: Int32? { noticed == 0 ? nil : noticed }

  /// Whether the verb was asked to end.
  static var isRequested: Bool { noticed != 0 || call?.cause != nil }

  /// The signal or the limit that asked the verb to end.
  private static var cause: String? {
    signalNumber.map { $0 == SIGINT ? "SIGINT" : "SIGTERM" } ?? call?.cause
  }

  /// Returns a check that is false once a signal comes, or a call is over: what a search that a
  /// signal stopped has found is still made small.
  static func untilNextSignal() -> @Sendable () -> Bool {
    let wasSignalled = noticed != 0
    return { call?.cause == nil && (wasSignalled || noticed == 0) }
  }

  /// A sentence about a verb that was asked to end, with what it has `done`; `nil` where it was
  /// not.
  static func sentence(after done: String) -> String? {
    cause.map { "stopped by \($0) after \(done): what stands here was found until then" }
  }
}

/// Whether the verb that runs looks for signals by itself.
private nonisolated(unsafe) var isAwaited = false
/// The signal that came; a handler may write nothing but such a number.
private nonisolated(unsafe) var noticed: Int32 = 0

private func interrupted(by number: Int32) {
  if isAwaited, noticed == 0 {
    noticed = number
    return
  }
  UnfinishedPaths.removeAll()
  _ = signal(number, SIG_DFL)
  // Taken when this handler is done, and reported to whoever waits as the signal that it is.
  _ = raise(number)
}
