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
  /// The batch that it came in; `nil` for one that came by itself.
  var batch: ToolBatch?
}

/// The answers to the messages of one batch, which are written together. Only the inbox adds to
/// them, one answer at a time.
final class ToolBatch: @unchecked Sendable {
  private var answers: [JSONTree] = []
  private var open: Int

  /// Waits for an answer to each of `count` messages.
  init(of count: Int) { open = count }

  /// Takes what there is to answer to the next one; `nil` for a message without an answer.
  ///
  /// - Returns: The answers to all of them, where this was the last and there are any.
  func add(_ answer: RPCMessage?) -> JSONTree? {
    open -= 1
    if let answer { answers.append(answer.tree) }
    return open > 0 || answers.isEmpty ? nil : .list(answers)
  }
}

/// The requests that an agent sends, read on a thread of its own, so that a call can be cancelled
/// while it runs.
final class ToolInbox: @unchecked Sendable {
  /// The requests in the order in which they came, to the end of the input.
  let requests: AsyncStream<ToolRequest>
  private let queue = DispatchQueue(label: "pushtrace.requests")
  private let answers = DispatchQueue(label: "pushtrace.answers")
  private let time: TimeSpan
  private let write: @Sendable (JSONTree) -> Bool
  /// Whether somebody still reads the answers.
  private var areRead = true
  /// Whether the version that was agreed on has batches.
  private var takesBatches = false
  private let continuation: AsyncStream<ToolRequest>.Continuation
  /// The limits of requests that can still be cancelled, by their ids.
  private var limits: [JSONTree: CallLimit] = [:]

  /// The most bytes of a message.
  static let lineLimit = 1 << 20
  /// The most requests that wait while one is answered.
  static let mostWaiting = 100
  /// The time that calls have when their client has closed the input.
  static let rest = TimeSpan.seconds(2)

  /// Reads from `descriptor`; what is no request that can be answered later is answered with
  /// `write` at once, and a call has `time`. Of the answers one is written at a time, and `write`
  /// returns whether somebody still reads them.
  init(_ descriptor: Int32, time: TimeSpan, _ write: @escaping @Sendable (JSONTree) -> Bool) {
    (requests, continuation) = AsyncStream.makeStream(
      bufferingPolicy: .bufferingOldest(ToolInbox.mostWaiting))
    self.time = time
    self.write = write
    DispatchQueue(label: "pushtrace.input").async { self.read(descriptor) }
  }

  /// Forgets a request that was answered, and writes the answer, or all of its batch.
  ///
  /// - Returns: Whether somebody still reads the answers.
  @discardableResult
  func finish(_ request: ToolRequest, with answer: RPCMessage?) -> Bool {
    queue.sync { if limits[request.id] === request.limit { limits[request.id] = nil } }
    return put(answer, of: request.batch)
  }

  @discardableResult
  private func put(_ answer: RPCMessage?, of batch: ToolBatch?) -> Bool {
    answers.sync {
      if let message = batch == nil ? answer?.tree : batch?.add(answer) {
        areRead = write(message)
      }
      return areRead
    }
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
    // Whoever closes a pipe has gone; the end of a file says nothing about who reads the answers.
    if (try? FileStatus(descriptor: descriptor))?.kind == .file { return }
    queue.sync { for limit in limits.values { limit.close(in: ToolInbox.rest) } }
  }

  /// Takes the next message, whatever it is; `false` where none has come.
  private func takeLine(_ lines: inout MessageLines) -> Bool {
    do throws(LineTooLong) {
      guard let line = try lines.next() else { return false }
      if takesBatches, case .list(let messages)? = try? JSONTree(line), !messages.isEmpty {
        let batch = ToolBatch(of: messages.count)
        for message in messages {
          take(Result { () throws(InvalidMessage) in try RPCMessage(message) }, of: batch)
        }
      } else {
        take(Result { () throws(InvalidMessage) in try RPCMessage(line) }, of: nil)
      }
    } catch {
      let message = "a message is longer than \(error.limit) bytes"
      put(.failure(id: .null, RPCError(.parse, message)), of: nil)
    }
    return true
  }

  private func take(_ message: Result<RPCMessage, InvalidMessage>, of batch: ToolBatch?) {
    switch message {
    case .failure(let invalid): put(invalid.answer, of: batch)
    case .success(.request(let id, "ping", _)):
      put(.response(id: id, result: ToolServer.result([:])), of: batch)
    case .success(.request(let id, let method, let parameters)):
      if method == "initialize" {
        takesBatches = parameters["protocolVersion"]?.text == ToolServer.versionOfBatches
      }
      let limit = CallLimit(time)
      queue.sync { limits[id] = limit }
      let request = ToolRequest(
        id: id, method: method, parameters: parameters, limit: limit, batch: batch)
      if case .dropped = continuation.yield(request) {
        let message = "\(ToolInbox.mostWaiting) requests wait already: send it again later"
        finish(request, with: .failure(id: id, RPCError(.requestFailed, message)))
      }
    case .success(.notification("notifications/cancelled", let parameters)):
      let limit = parameters["requestId"].flatMap { id in queue.sync { limits[id] } }
      limit?.cancel()
      put(nil, of: batch)
    // A client has nothing else to say that matters here, and is asked nothing.
    case .success(.notification), .success(.response), .success(.failure): put(nil, of: batch)
    }
  }
}

/// The time that one call of a server may take, and whether its answer is still wanted.
final class CallLimit: @unchecked Sendable {
  private let queue = DispatchQueue(label: "pushtrace.call")
  private let time: TimeSpan
  private var end: DispatchTime?
  private var wasCancelled = false
  private var closing: DispatchTime?

  /// Lets a call go on for `time` from its beginning on.
  init(_ time: TimeSpan) { self.time = time }

  /// Starts the time.
  func begin() {
    queue.sync { end = .now() + .milliseconds(Int(time.milliseconds)) }
  }

  /// Ends the call as soon as it can be ended: nobody waits for its answer.
  func cancel() { queue.sync { wasCancelled = true } }

  /// Ends the call after `rest` at the latest: whoever asked sends nothing more.
  func close(in rest: TimeSpan) {
    queue.sync { closing = .now() + .milliseconds(Int(rest.milliseconds)) }
  }

  /// Whether nobody waits for the answer.
  var isCancelled: Bool { queue.sync { wasCancelled } }

  /// The reason why the call has to end; `nil` while it may go on.
  var cause: String? {
    queue.sync {
      if wasCancelled { return "a cancellation" }
      if closing.map({ $0 <= .now() }) == true { return "the end of the input" }
      return end.map { $0 <= .now() } == true ? "the time limit of \(time.text)" : nil
    }
  }
}
