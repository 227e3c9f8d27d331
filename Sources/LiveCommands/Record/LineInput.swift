import Dispatch
import Files
import JSON
import NIOConcurrencyHelpers

/// The bytes of a descriptor, read on a thread of its own so that waiting blocks nothing else; the
/// next piece is read once the last one has been handled.
func readBytes(of descriptor: Int32) -> AsyncStream<[UInt8]> {
  let queue = DispatchQueue(label: "pushtrace-live.input")
  return AsyncStream {
    await withCheckedContinuation { continuation in
      queue.async {
        let bytes = (try? POSIX.readBytes(descriptor, upTo: 1 << 16)) ?? []
        continuation.resume(returning: bytes.isEmpty ? nil : bytes)
      }
    }
  }
}

/// Takes lines of JSON in order, from any thread. No call waits, so a slow reader never delays the
/// host.
protocol LineWriter: AnyObject, Sendable {
  /// Writes an answer or a report, with its line end.
  func write(line: [UInt8])

  /// Writes a line that is also in the log, with its line end; it may be left out while too much is
  /// queued for a slow reader.
  func offer(line: [UInt8])
}

extension LineWriter {
  func write(_ body: (inout JSONOutput) -> Void) {
    var json = JSONOutput()
    json.object(body)
    write(line: json.bytes + [0x0A])
  }
}

/// Writes lines to a descriptor, on a thread of its own.
final class LineOutput: LineWriter {
  /// The number of queued bytes from which on no more commands are read.
  static let comfortable = 4 << 20
  /// The number of queued bytes from which on lines that are also in the log are left out.
  static let most = 16 << 20

  private let descriptor: Int32
  private let queue = DispatchQueue(label: "pushtrace-live.output")
  private let state = NIOLockedValueBox(State())

  private struct State {
    var waitingBytes = 0
    var leftOut = 0
    var failure: POSIX.Failure?
    var room: [CheckedContinuation<Void, Never>] = []
  }

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// The system's error when a line could not be written; `nil` if all were, or if the reader
  /// closed its end.
  var failure: String? {
    let failure = state.withLockedValue { $0.failure }
    // The log has everything.
    return failure == .closedPipe ? nil : failure?.description
  }

  func write(line: [UInt8]) {
    state.withLockedValue { $0.waitingBytes += line.count }
    queue.async { self.put(line) }
  }

  func offer(line: [UInt8]) {
    let fits = state.withLockedValue { state in
      if state.waitingBytes < LineOutput.most { return true }
      state.leftOut += 1
      return false
    }
    if fits { write(line: line) }
  }

  /// Returns when the queue is short enough for more commands.
  func room() async {
    await withCheckedContinuation { continuation in
      let hasRoom = state.withLockedValue { state in
        if state.waitingBytes < LineOutput.comfortable { return true }
        state.room.append(continuation)
        return false
      }
      if hasRoom { continuation.resume() }
    }
  }

  /// Returns when all lines are written.
  func finish() { queue.sync {} }

  private func put(_ line: [UInt8]) {
    let isOpen = state.withLockedValue { $0.failure == nil }
    if isOpen {
      do throws(POSIX.Failure) {
        try POSIX.writeBytes(line, to: descriptor)
      } catch {
        state.withLockedValue { $0.failure = error }
      }
    }
    let (waiting, leftOut) = state.withLockedValue { state in
      state.waitingBytes -= line.count
      guard state.waitingBytes < LineOutput.comfortable else {
        return ([CheckedContinuation<Void, Never>](), 0)
      }
      defer { (state.room, state.leftOut) = ([], 0) }
      return (state.room, state.leftOut)
    }
    for continuation in waiting { continuation.resume() }
    if leftOut > 0 { write { $0.member("left_out", Int64(leftOut)) } }
  }
}

/// The receivers of effects: standard output and every connected client.
final class LineOutputs: Sendable {
  private let outputs: NIOLockedValueBox<[any LineWriter]>

  init(_ first: any LineWriter) { outputs = NIOLockedValueBox([first]) }

  func add(_ output: any LineWriter) { outputs.withLockedValue { $0.append(output) } }

  func remove(_ output: any LineWriter) {
    outputs.withLockedValue { $0.removeAll { $0 === output } }
  }

  /// Writes an object as a line to all of them.
  func offer(_ body: (inout JSONOutput) -> Void) {
    var json = JSONOutput()
    json.object(body)
    for output in outputs.withLockedValue({ $0 }) { output.offer(line: json.bytes + [0x0A]) }
  }
}
