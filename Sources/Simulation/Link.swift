import EventSourcing

/// The network between one device and the backends, beside the open requests.
struct Link: Hashable, Sendable {
  /// Whether the device has no network.
  var isDown = false
  /// The number of answers that are still to be lost on their way.
  var answersToLose = 0
  /// The number of messages without a request so far, which names the next one.
  @Incidental private var messages: Int64 = 0

  /// The number of the next message without a request.
  mutating func nextMessage() -> Int64 {
    messages += 1
    return messages
  }
}
