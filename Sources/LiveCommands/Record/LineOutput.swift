import Dispatch
import JSON

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Writes lines of JSON to a descriptor, in the order in which they come and from any thread.
///
/// A reader that is slow makes whoever writes wait once many lines are waiting for it.
final class LineOutput: Sendable {
  private let descriptor: Int32
  private let queue = DispatchQueue(label: "pushtrace-live.output")
  private let room = DispatchSemaphore(value: 4_096)

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Writes an object and a line end.
  func write(_ body: (inout JSONOutput) -> Void) {
    var json = JSONOutput()
    json.object(body)
    let line = json.bytes + [0x0A]
    room.wait()
    queue.async { [descriptor, room] in
      defer { room.signal() }
      var rest = line[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { writeBytes(descriptor, $0) }
        if count < 0, errno == EINTR { continue }
        // A reader that went away had enough; the log has everything.
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Returns when all lines are written.
  func finish() { queue.sync {} }
}

// The method of the class has the name of the system's call.
private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
