import EventSourcing

/// The downloaded in-app messages and the one on screen.
public struct InAppState: StateView {
  /// The messages by id; each id once, in its highest version (IAM-4).
  public internal(set) var messages: [StoredInAppMessage] = []
  /// The message on screen.
  public internal(set) var showing: String?
  /// The fetches that wait for an answer.
  public internal(set) var inFlight: [Int64] = []
  /// The fetch that waits for the network.
  public internal(set) var waiting: InAppFetchReason?

  /// Creates a state without messages.
  public init() {}

  public func view<V: Visitor>(_ visitor: inout V) throws(V.Failure) {
    _ = try visitor("messages", messages, "The downloaded messages by id.")
    _ = try visitor("showing", showing, "The id of the message on screen.")
    guard visitor.seesDetails else { return }
    _ = try visitor("in_flight", inFlight, "The fetches that wait for an answer.")
    _ = try visitor("waiting", waiting, "The fetch that waits for the network.")
  }
}

/// A downloaded in-app message and how often it was shown.
public struct StoredInAppMessage: Record {
  /// The message as downloaded.
  public var message: InAppMessage
  /// How often this version was shown.
  public var displays: Int64

  /// Keeps a message with the number of its displays.
  public init(message: InAppMessage, displays: Int64 = 0) {
    self.message = message
    self.displays = displays
  }

  public static var sample: StoredInAppMessage {
    StoredInAppMessage(message: .sample, displays: 0)
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> StoredInAppMessage {
    StoredInAppMessage(
      message: try message.fields(&visitor),
      displays: try visitor("displays", displays, "How often this version was shown."))
  }
}
