import Dispatch
import EventSourcing

/// The time that one call of a server may take, and whether its answer is still wanted.
final class CallLimit: @unchecked Sendable {
  private let queue = DispatchQueue(label: "pushtrace.call")
  private let time: TimeSpan
  private var end: DispatchTime?
  private var wasCancelled = false

  /// Lets a call go on for `time` from its beginning on.
  init(_ time: TimeSpan) { self.time = time }

  /// Starts the time.
  func begin() {
    queue.sync { end = .now() + .milliseconds(Int(time.milliseconds)) }
  }

  /// Ends the call as soon as it can be ended: nobody waits for its answer.
  func cancel() { queue.sync { wasCancelled = true } }

  /// Whether nobody waits for the answer.
  var isCancelled: Bool { queue.sync { wasCancelled } }

  /// The reason why the call has to end; `nil` while it may go on.
  var cause: String? {
    queue.sync {
      if wasCancelled { return "a cancellation" }
      return end.map { $0 <= .now() } == true ? "the time limit of \(time.text)" : nil
    }
  }
}
