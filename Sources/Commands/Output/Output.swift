import Files
import JSON
import Reports

/// One of the standard streams. The first write that fails ends the writing and is kept, so that
/// the command can say at its end that output is missing.
final class Output {
  private let descriptor: Int32
  /// The reason why output was lost. A reader that went away is no loss: it had enough.
  private(set) var failure: OutputFailure.Reason?
  private var isClosed = false
  /// The bytes that may still be written before the stream is closed.
  private var room: Int?

  init(descriptor: Int32, limit: Int? = nil) {
    self.descriptor = descriptor
    room = limit
  }

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
      if let left = room {
        room = left - bytes.count
        isClosed = left < bytes.count
      }
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

  /// The end of a stream: nothing more is written to it.
  struct Ended: Error {}
}

/// Elements of a list in a JSON document that wait until what stands before them is known.
///
/// A few are in memory, more in a file without a name, so that memory does not grow with the number
/// of traces.
final class JSONSpool {
  private var pending: [UInt8] = []
  private var file: Int32?
  /// The reason why elements are lost.
  private var failure: POSIX.Failure?

  /// The bytes kept in memory; with more, they are written to a file.
  private static let kept = 1 << 20

  deinit { if let file { POSIX.closeFile(file) } }

  func add(_ value: some Reported) {
    var element = JSONOutput(escapingInvisible: true)
    value.write(to: &element)
    if file != nil || !pending.isEmpty { pending.append(UInt8(ascii: ",")) }
    pending += element.bytes
    if pending.count > JSONSpool.kept { spill() }
  }

  /// Writes all elements, in order, into the list that is open in a document on its way to
  /// `output`.
  func write(into list: inout JSONOutput, _ output: Output) {
    output.write(list.take())
    do throws(POSIX.Failure) {
      try copyFile(to: output)
    } catch {
      output.fail(error)
    }
    output.write(pending)
  }

  private func copyFile(to output: Output) throws(POSIX.Failure) {
    if let failure { throw failure }
    guard let file else { return }
    try POSIX.seek(file, to: 0)
    while true {
      let piece = try POSIX.readBytes(file, upTo: JSONSpool.kept)
      if piece.isEmpty { return }
      output.write(piece)
    }
  }

  /// Moves what waits to the file; without one it stays in memory.
  private func spill() {
    if file == nil {
      let folder = ExecutionEnvironment.current.temporaryFolder
      file = try? POSIX.createNamelessFile(in: folder)
    }
    guard let file, failure == nil else { return }
    do throws(POSIX.Failure) {
      try POSIX.writeBytes(pending, to: file)
    } catch {
      failure = error
    }
    pending.removeAll(keepingCapacity: true)
  }
}
