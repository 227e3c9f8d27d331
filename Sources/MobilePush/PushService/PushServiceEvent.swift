import EventSourcing

/// What reaches the push notification service.
public enum PushServiceEvent: Vocabulary {
  /// A device asks for the token under which it can be reached (PUSH-1).
  case deviceTokenRequested(device: String)
  /// Engagement hands over a notification for a token.
  case pushSubmitted(device: String, token: Personal, id: String)
  /// Engagement hands over a push that wakes the SDK without alerting the user (PUSH-5).
  case silentPushSubmitted(device: String, token: Personal, content: String)
  /// The token of the device under whose name this is recorded stops being valid.
  case tokenInvalidated
  /// The key by which Engagement proves who it is becomes wrong.
  case authKeyRevoked
  /// The key is right again.
  case authKeyRestored

  public static let samples: [PushServiceEvent] = [
    .deviceTokenRequested(device: ""), .pushSubmitted(device: "", token: "", id: ""),
    .silentPushSubmitted(device: "", token: "", content: ""), .tokenInvalidated, .authKeyRevoked,
    .authKeyRestored,
  ]

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> PushServiceEvent {
    switch self {
    case .deviceTokenRequested(let device):
      visitor.word("device_token_requested", "A device asked the push service for its token.")
      return .deviceTokenRequested(device: try visitor("device", device))
    case .pushSubmitted(let device, let token, let id):
      visitor.word("push_submitted", "Engagement handed a notification to the push service.")
      return .pushSubmitted(
        device: try visitor("device", device), token: try visitor("token", token),
        id: try visitor("id", id))
    case .silentPushSubmitted(let device, let token, let content):
      visitor.word("silent_push_submitted", "Engagement handed over a push nobody sees.")
      return .silentPushSubmitted(
        device: try visitor("device", device), token: try visitor("token", token),
        content: try visitor("content", content))
    case .tokenInvalidated:
      visitor.word("token_invalidated", "The device's token stopped being valid.")
      return .tokenInvalidated
    case .authKeyRevoked:
      visitor.word("auth_key_revoked", "Engagement's key for the push service became wrong.")
      return .authKeyRevoked
    case .authKeyRestored:
      visitor.word("auth_key_restored", "Engagement's key for the push service is right again.")
      return .authKeyRestored
    }
  }
}
