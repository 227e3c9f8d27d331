import Dispatch
import EventSourcing

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
