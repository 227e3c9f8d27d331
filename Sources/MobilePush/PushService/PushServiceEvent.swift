import EventSourcing

/// What reaches the push notification service.
public enum PushServiceEvent: Vocabulary {
  case deviceTokenRequested(device: String)
  case pushSubmitted(device: String, token: Personal, id: String)
  case silentPushSubmitted(device: String, token: Personal, content: String)
  case tokenInvalidated, authKeyRevoked, authKeyRestored

  /// The names of the events, in the order of the documentation.
  public enum Name: EventName {
    case deviceTokenRequested, pushSubmitted, silentPushSubmitted, tokenInvalidated, authKeyRevoked,
      authKeyRestored

    public func word<Made>(_ word: EventWord<PushServiceEvent, Made>) -> Made {
      switch self {
      case .deviceTokenRequested:
        word(
          "device_token_requested", "A device asked the push service for its token.", .inside,
          .deviceTokenRequested(device: ""))
      case .pushSubmitted:
        word(
          "push_submitted", "Engagement handed a notification to the push service.", .inside,
          .pushSubmitted(device: "", token: "", id: ""))
      case .silentPushSubmitted:
        word(
          "silent_push_submitted", "Engagement handed over a silent push.", .inside,
          .silentPushSubmitted(device: "", token: "", content: ""))
      case .tokenInvalidated:
        word(
          "token_invalidated", "The device's token stopped being valid.", .backendDevice,
          .tokenInvalidated)
      case .authKeyRevoked:
        word(
          "auth_key_revoked", "Engagement's key for the push service became wrong.", .backend,
          .authKeyRevoked)
      case .authKeyRestored:
        word(
          "auth_key_restored", "Engagement's key for the push service is right again.", .backend,
          .authKeyRestored)
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
