import EventSourcing

/// The network between one device and the backends, beside the open requests.
struct Link: Hashable, Sendable {
  /// Whether the device has no network.
  var isDown = false
  /// Answers that are still to be lost on their way.
  var answersToLose = 0
  /// Counts the messages without a request, to name them.
  @Incidental private var messages: Int64 = 0

  /// The number of the next message without a request.
  mutating func nextMessage() -> Int64 {
    messages += 1
    return messages
  }
}
