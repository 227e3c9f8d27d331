import EventSourcing

/// The effects of the push notification service.
public enum PushServiceEffect: Vocabulary {
  case handOutToken(device: String, token: Personal)
  case deliverPush(device: String, id: String)
  case deliverSilentPush(device: String, content: String)
  case reportBounce(device: String, token: Personal, reason: BounceReason)

  /// The names of the effects, in the order of the effects of one event.
  public enum Name: CaseText, EffectName {
    case handOutToken = "hand_out_token", deliverPush = "deliver_push"
    case deliverSilentPush = "deliver_silent_push", reportBounce = "report_bounce"

    public func word<Made>(_ word: EffectWord<PushServiceEffect, Made>) -> Made {
      switch self {
      case .handOutToken:
        word(
          "The push service hands a device its token.", .request,
          .handOutToken(device: "", token: ""))
      case .deliverPush:
        word(
          "The push service delivers a notification.", .request, .deliverPush(device: "", id: ""))
      case .deliverSilentPush:
        word(
          "The push service wakes a device's SDK.", .request,
          .deliverSilentPush(device: "", content: ""))
      case .reportBounce:
        word(
          "The push service cannot deliver under this token.", .request,
          .reportBounce(device: "", token: "", reason: .sample))
      }
    }
  }

  public var name: Name {
    switch self {
    case .handOutToken: .handOutToken
    case .deliverPush: .deliverPush
    case .deliverSilentPush: .deliverSilentPush
    case .reportBounce: .reportBounce
    }
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> PushServiceEffect {
    switch self {
    case .handOutToken(let device, let token):
      .handOutToken(
        device: try visitor("device", device, "The name of the device."),
        token: try visitor("token", token, "The device token."))
    case .deliverPush(let device, let id):
      .deliverPush(
        device: try visitor("device", device, "The name of the device."),
        id: try visitor("id", id, "The id of the push."))
    case .deliverSilentPush(let device, let content):
      .deliverSilentPush(
        device: try visitor("device", device, "The name of the device."),
        content: try visitor("content", content, "The kind of messages to fetch."))
    case .reportBounce(let device, let token, let reason):
      .reportBounce(
        device: try visitor("device", device, "The name of the device."),
        token: try visitor("token", token, "The device token."),
        reason: try visitor("reason", reason, "Why the push was not delivered."))
    }
  }
}

/// The reason why the push service does not deliver (ENG-5).
public enum BounceReason: String, Choice {
  /// The key by which Engagement proves who it is is wrong.
  case wrongAuthKey = "wrong_auth_key"
  /// The text cannot be a token: it is empty or has blanks in it.
  case malformedToken = "malformed_token"
  /// The token is unknown or no longer valid.
  case invalidToken = "invalid_token"
  /// The user does not permit notifications.
  case optedOut = "opted_out"

  /// Whether only another token can help.
  var invalidatesToken: Bool {
    switch self {
    case .malformedToken, .invalidToken: true
    case .wrongAuthKey, .optedOut: false
    }
  }
}
