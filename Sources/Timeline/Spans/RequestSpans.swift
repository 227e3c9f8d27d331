import EventSourcing
import Replay
import Simulation
import Traces

/// Pairs requests with their answers while a trace is read.
package struct RequestSpans: Sendable {
  /// The requests in the order in which they were sent.
  private(set) var spans: [RequestSpan] = []
  private var open: [RequestID: Int] = [:]

  package init() {}

  /// The requests that have no answer yet.
  package var unanswered: [RequestSpan] { spans.filter { $0.answer == nil } }

  package mutating func add(_ shown: TimelineRecord) {
    let record = shown.record
    switch shown.part {
    case .request(let key):
      open[key] = spans.count
      spans.append(RequestSpan(key: key, name: record.name, seq: record.seq, at: record.at))
    case .answer(let key):
      guard let index = open.removeValue(forKey: key) else { return }
      spans[index].answer = RequestSpan.Answer(seq: record.seq, at: record.at, name: record.name)
    case .message, .timer, .internal, .other: break
    }
  }
}

/// A request from the effect that sent it to the event that answered it.
package struct RequestSpan: Equatable, Sendable {
  package var key: RequestID
  package var name: String
  package var seq: Int64
  package var at: Instant
  /// The event by which the device learned of it; `nil` if the trace has no answer.
  var answer: Answer?

  struct Answer: Equatable, Sendable {
    var seq: Int64
    var at: Instant
    var name: String
  }
}
