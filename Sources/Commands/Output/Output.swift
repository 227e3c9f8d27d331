import Files

/// One of the standard streams. The first write that fails ends the writing and is kept, so that
/// the command can say at its end that output is missing.
final class Output {
  private let descriptor: Int32
  /// Why output was lost. A reader that went away is no loss: it had enough.
  private(set) var failure: OutputFailure.Reason?
  private var isClosed = false

  init(descriptor: Int32) { self.descriptor = descriptor }

  var isTerminal: Bool { POSIX.isTerminal(descriptor) }

  /// The columns and rows, where this is a terminal.
  var terminalSize: (columns: Int, rows: Int)? { POSIX.terminalSize(descriptor) }

  func write(_ text: String) { write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) {
    if isClosed || failure != nil { return }
    if RunFiles.current.isInput(descriptor: descriptor) {
      failure = .isInput
      return
    }
    do throws(POSIX.Failure) {
      try POSIX.writeBytes(bytes, to: descriptor)
    } catch {
      if error == .closedPipe { isClosed = true } else { failure = .system(error) }
    }
  }

  /// Notes that a part of what should be written is lost: nothing more is written.
  func fail(_ failure: POSIX.Failure) { self.failure = self.failure ?? .system(failure) }

  /// Writes a piece of a long document; throws when nothing is written any more.
  func stream(_ bytes: [UInt8]) throws(Ended) {
    write(bytes)
    if isClosed || failure != nil { throw Ended() }
  }

  /// Nothing more is written to this stream.
  struct Ended: Error {}
}
