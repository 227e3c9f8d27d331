import EventSourcing
import MobilePush
import Simulation

/// One scripted answer of Engagement.
public struct MobilePushReply: ScriptedReply {
  /// The HTTP status of the answer; only 2xx brings messages.
  public var status: Int64
  /// Whole seconds after which to try again.
  public var retryAfter: Int64?
  /// What a fetch brings.
  public var messages: [DownloadedMessage]?

  /// Creates an answer.
  public init(status: Int64, retryAfter: Int64? = nil, messages: [DownloadedMessage]? = nil) {
    self.status = status
    self.retryAfter = retryAfter
    self.messages = messages
  }

  public static var sample: MobilePushReply { MobilePushReply(status: 200) }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> MobilePushReply {
    MobilePushReply(
      status: try visitor("status", status, "The HTTP status of the answer."),
      retryAfter: try visitor("retry_after", retryAfter, "Whole seconds."),
      messages: try visitor("messages", messages, "What a fetch brings."))
  }

  /// The event by which a device learns of the answer to its request.
  func event(for request: Int64) -> MobilePushWorldEvent {
    .device(
      .responseReceived(
        request: request, status: status, retryAfter: retryAfter, messages: messages))
  }
}
