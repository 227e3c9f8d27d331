import Dispatch
import EventSourcing
import Files
import JSON
import Protocols

/// A request that waits for its answer.
struct ToolRequest: Sendable {
  let id: JSONTree
  let method: String
  let parameters: JSONTree
  let limit: CallLimit
}

/// The requests that an agent sends, read on a thread of its own, so that a call can be cancelled
/// while it runs.
final class ToolInbox: @unchecked Sendable {
  /// The requests in the order in which they came, to the end of the input.
  let requests: AsyncStream<ToolRequest>
  private let queue = DispatchQueue(label: "pushtrace.requests")
  private let time: TimeSpan
  private let write: @Sendable (RPCMessage) -> Void
  private let continuation: AsyncStream<ToolRequest>.Continuation
  /// The limits of requests that can still be cancelled, by their ids.
  private var limits: [JSONTree: CallLimit] = [:]

  /// The most bytes of a message.
  static let lineLimit = 1 << 20
  /// The most requests that wait while one is answered.
  static let mostWaiting = 100

  /// Reads from `descriptor`; what is no request that can be answered later is answered with
  /// `write` at once, and a call has `time`.
  init(_ descriptor: Int32, time: TimeSpan, _ write: @escaping @Sendable (RPCMessage) -> Void) {
    (requests, continuation) = AsyncStream.makeStream(
      bufferingPolicy: .bufferingOldest(ToolInbox.mostWaiting))
    self.time = time
    self.write = write
    DispatchQueue(label: "pushtrace.input").async { self.read(descriptor) }
  }

  /// Forgets a request that was answered.
  func finish(_ request: ToolRequest) {
    queue.sync { if limits[request.id] === request.limit { limits[request.id] = nil } }
  }

  private func read(_ descriptor: Int32) {
    var lines = MessageLines(limit: ToolInbox.lineLimit)
    while let bytes = try? POSIX.readBytes(descriptor, upTo: 1 << 16), !bytes.isEmpty {
      lines.append(bytes)
      while takeLine(&lines) {}
    }
    // What comes without a line end is looked at as well.
    lines.append([UInt8(ascii: "\n")])
    _ = takeLine(&lines)
    continuation.finish()
  }

  /// Takes the next message, whatever it is; `false` where none has come.
  private func takeLine(_ lines: inout MessageLines) -> Bool {
    do throws(LineTooLong) {
      guard let line = try lines.next() else { return false }
      do throws(InvalidMessage) { take(try RPCMessage(line)) } catch { write(error.answer) }
    } catch {
      let message = "a message is longer than \(error.limit) bytes"
      write(.failure(id: .null, RPCError(.parse, message)))
    }
    return true
  }

  private func take(_ message: RPCMessage) {
    switch message {
    case .request(let id, "ping", _): write(.response(id: id, result: ToolServer.result([])))
    case .request(let id, let method, let parameters):
      let limit = CallLimit(time)
      queue.sync { limits[id] = limit }
      let request = ToolRequest(id: id, method: method, parameters: parameters, limit: limit)
      if case .dropped = continuation.yield(request) {
        finish(request)
        let message = "\(ToolInbox.mostWaiting) requests wait already: send it again later"
        write(.failure(id: id, RPCError(.requestFailed, message)))
      }
    case .notification("notifications/cancelled", let parameters):
      let limit = parameters["requestId"].flatMap { id in queue.sync { limits[id] } }
      limit?.cancel()
    // A client has nothing else to say that matters here, and is asked nothing.
    case .notification, .response, .failure: break
    }
  }
}
