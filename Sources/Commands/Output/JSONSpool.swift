import Files
import JSON
import Reports

/// Elements of a list in a JSON document that wait until what stands before them is known.
///
/// A few are in memory, more in a file without a name, so that memory does not grow with the number
/// of traces.
final class JSONSpool {
  private var pending: [UInt8] = []
  private var isEmpty = true
  private var file: Int32?
  /// Why elements are lost.
  private var failure: POSIX.Failure?

  /// More bytes than these leave the memory.
  private static let kept = 1 << 20

  deinit { if let file { POSIX.closeFile(file) } }

  /// Adds an element.
  func add(_ value: some Reported) {
    var element = JSONOutput(escapingInvisible: true)
    value.write(to: &element)
    if !isEmpty { pending.append(UInt8(ascii: ",")) }
    isEmpty = false
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
      let folder = ExecutionEnvironment.current.variables["TMPDIR"] ?? "/tmp"
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
