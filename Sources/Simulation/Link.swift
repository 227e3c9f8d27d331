import EventSourcing

/// What stands between one device and the backends: its network and the requests that are open.
struct Link: Hashable, Sendable {
  /// Whether the device has no network.
  var isDown = false
  /// Answers that are still to be lost on their way.
  var answersToLose = 0
  /// Neither answered nor given up, in the order sent.
  private(set) var requests: [OpenRequest] = []
  /// Counts the messages without a request, to name them.
  @Incidental private var messages: Int64 = 0

  /// A request that waits for its answer.
  struct OpenRequest: Hashable, Sendable {
    var number: Int64
    /// When the transport gives up.
    var limit: Instant
    @Incidental var cause: Int64
    /// What scripts its answers; the same for every request of this number.
    @Incidental var kind: String?
    /// How many answers were sent, to name them.
    @Incidental var answers: Int64 = 0
  }

  mutating func open(_ request: OpenRequest) { requests.append(request) }

  /// Takes the open request of this number; `nil` where it was answered or given up before.
  mutating func close(_ number: Int64) -> OpenRequest? {
    requests.firstIndex { $0.number == number }.map { requests.remove(at: $0) }
  }

  /// The open request of this number.
  func request(_ number: Int64) -> OpenRequest? { requests.first { $0.number == number } }

  /// Whether the request of this number that this record ordered is open.
  func isOpen(_ number: Int64, cause: Int64) -> Bool {
    requests.contains { $0.number == number && $0.cause == cause }
  }

  /// Counts one more answer to the open request of this number.
  mutating func nextAnswer(to number: Int64) -> OpenRequest? {
    guard let index = requests.firstIndex(where: { $0.number == number }) else { return nil }
    requests[index].answers += 1
    return requests[index]
  }

  /// Takes all open requests.
  mutating func closeAll() -> [OpenRequest] {
    defer { requests.removeAll() }
    return requests
  }

  /// The number of the next message without a request.
  mutating func nextMessage() -> Int64 {
    messages += 1
    return messages
  }
}
