import EventSourcing

/// The events of the push notification service.
public enum PushServiceEvent: Vocabulary {
  case deviceTokenRequested(device: String)
  case pushSubmitted(device: String, token: Personal, id: String)
  case silentPushSubmitted(device: String, token: Personal, content: String)
  case tokenInvalidated, authKeyRevoked, authKeyRestored

  /// The names of the events, in the order of the documentation.
  public enum Name: CaseText, EventName {
    case deviceTokenRequested = "device_token_requested", pushSubmitted = "push_submitted"
    case silentPushSubmitted = "silent_push_submitted", tokenInvalidated = "token_invalidated"
    case authKeyRevoked = "auth_key_revoked", authKeyRestored = "auth_key_restored"

    public func word<Made>(_ word: EventWord<PushServiceEvent, Made>) -> Made {
      switch self {
      case .deviceTokenRequested:
        word(
          "A device asked the push service for its token.", .inside,
          .deviceTokenRequested(device: ""))
      case .pushSubmitted:
        word(
          "Engagement handed a notification to the push service.", .inside,
          .pushSubmitted(device: "", token: "", id: ""))
      case .silentPushSubmitted:
        word(
          "Engagement handed over a silent push.", .inside,
          .silentPushSubmitted(device: "", token: "", content: ""))
      case .tokenInvalidated:
        word("The device's token stopped being valid.", .backendDevice, .tokenInvalidated)
      case .authKeyRevoked:
        word("Engagement's key for the push service became wrong.", .backend, .authKeyRevoked)
      case .authKeyRestored:
        word("Engagement's key for the push service is right again.", .backend, .authKeyRestored)
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
      .deviceTokenRequested(device: try visitor("device", device, "The name of the device."))
    case .pushSubmitted(let device, let token, let id):
      .pushSubmitted(
        device: try visitor("device", device, "The name of the device."),
        token: try visitor("token", token, "The device token."),
        id: try visitor("id", id, "The id of the push."))
    case .silentPushSubmitted(let device, let token, let content):
      .silentPushSubmitted(
        device: try visitor("device", device, "The name of the device."),
        token: try visitor("token", token, "The device token."),
        content: try visitor("content", content, "The kind of messages to fetch."))
    case .tokenInvalidated, .authKeyRevoked, .authKeyRestored: self
    }
  }
}
