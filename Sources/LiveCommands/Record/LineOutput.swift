import Dispatch
import JSON
import NIOConcurrencyHelpers

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Takes lines of JSON, in the order in which they come and from any thread.
final class LineOutput: Sendable {
  private let take: @Sendable ([UInt8]) -> Void
  private let wait: @Sendable () -> Void

  /// Hands each line with its end to `take`.
  init(_ take: @escaping @Sendable ([UInt8]) -> Void) {
    self.take = take
    wait = {}
  }

  /// Writes to a descriptor. A reader that is slow makes whoever writes wait once many lines are
  /// waiting for it.
  init(descriptor: Int32) {
    let queue = DispatchQueue(label: "pushtrace-live.output")
    let room = DispatchSemaphore(value: 4_096)
    take = { line in
      room.wait()
      queue.async {
        writeAll(line, to: descriptor)
        room.signal()
      }
    }
    wait = { queue.sync {} }
  }

  /// Writes a line.
  func write(line: [UInt8]) { take(line) }

  /// Writes an object as a line.
  func write(_ body: (inout JSONOutput) -> Void) {
    var json = JSONOutput()
    json.object(body)
    take(json.bytes + [0x0A])
  }

  /// Returns when all lines are written.
  func finish() { wait() }
}

/// Where effects go: standard output, and whoever is connected.
final class LineOutputs: Sendable {
  private let outputs: NIOLockedValueBox<[LineOutput]>

  init(_ first: LineOutput) { outputs = NIOLockedValueBox([first]) }

  func add(_ output: LineOutput) { outputs.withLockedValue { $0.append(output) } }

  func remove(_ output: LineOutput) {
    outputs.withLockedValue { $0.removeAll { $0 === output } }
  }

  /// Writes an object as a line to all of them.
  func write(_ body: (inout JSONOutput) -> Void) {
    var json = JSONOutput()
    json.object(body)
    for output in outputs.withLockedValue({ $0 }) { output.write(line: json.bytes + [0x0A]) }
  }
}

/// A reader that went away had enough; the log has everything.
private func writeAll(_ line: [UInt8], to descriptor: Int32) {
  var rest = line[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return }
    rest = rest.dropFirst(count)
  }
}
