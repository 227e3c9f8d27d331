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

  /// The names of the events, in the order of the documentation.
  public enum Name: CaseName {
    case deviceTokenRequested, pushSubmitted, silentPushSubmitted, tokenInvalidated, authKeyRevoked,
      authKeyRestored

    public var entry: (text: StaticString, summary: StaticString) {
      switch self {
      case .deviceTokenRequested:
        ("device_token_requested", "A device asked the push service for its token.")
      case .pushSubmitted:
        ("push_submitted", "Engagement handed a notification to the push service.")
      case .silentPushSubmitted:
        ("silent_push_submitted", "Engagement handed over a silent push.")
      case .tokenInvalidated: ("token_invalidated", "The device's token stopped being valid.")
      case .authKeyRevoked:
        ("auth_key_revoked", "Engagement's key for the push service became wrong.")
      case .authKeyRestored:
        ("auth_key_restored", "Engagement's key for the push service is right again.")
      }
    }
  }

  public var name: Name {
    switch self {
    case .deviceTokenRequested: .deviceTokenRequested
    case .pushSubmitted: .pushSubmitted
    case .silentPushSubmitted: .silentPushSubmitted
    case .tokenInvalidated: .tokenInvalidated
    case .authKeyRevoked: .authKeyRevoked
    case .authKeyRestored: .authKeyRestored
    }
  }

  public static func sample(of name: Name) -> PushServiceEvent {
    switch name {
    case .deviceTokenRequested: .deviceTokenRequested(device: "")
    case .pushSubmitted: .pushSubmitted(device: "", token: "", id: "")
    case .silentPushSubmitted: .silentPushSubmitted(device: "", token: "", content: "")
    case .tokenInvalidated: .tokenInvalidated
    case .authKeyRevoked: .authKeyRevoked
    case .authKeyRestored: .authKeyRestored
    }
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> PushServiceEvent {
    switch self {
    case .deviceTokenRequested(let device):
      .deviceTokenRequested(device: try visitor("device", device))
    case .pushSubmitted(let device, let token, let id):
      .pushSubmitted(
        device: try visitor("device", device), token: try visitor("token", token),
        id: try visitor("id", id))
    case .silentPushSubmitted(let device, let token, let content):
      .silentPushSubmitted(
        device: try visitor("device", device), token: try visitor("token", token),
        content: try visitor("content", content))
    case .tokenInvalidated, .authKeyRevoked, .authKeyRestored: self
    }
  }
}
