import EventSourcing

/// What the push notification service does.
public enum PushServiceEffect: Vocabulary {
  /// Hands a device the token under which it can be reached (PUSH-2).
  case handOutToken(device: String, token: Personal)
  /// Shows a notification on a device (ENG-4).
  case deliverPush(device: String, id: String)
  /// Wakes the SDK of a device without alerting the user (PUSH-5).
  case deliverSilentPush(device: String, content: String)
  /// Reports to Engagement that a device cannot be reached under a token (ENG-5).
  case reportBounce(device: String, token: Personal, reason: BounceReason)

  /// The names of the effects, in the order of the effects of one event.
  public enum Name: EffectName {
    case handOutToken, deliverPush, deliverSilentPush, reportBounce

    public var entry: (text: StaticString, summary: StaticString) {
      switch self {
      case .handOutToken: ("hand_out_token", "The push service hands a device its token.")
      case .deliverPush: ("deliver_push", "The push service delivers a notification.")
      case .deliverSilentPush: ("deliver_silent_push", "The push service wakes a device's SDK.")
      case .reportBounce: ("report_bounce", "The push service cannot deliver under this token.")
      }
    }

    public var role: EffectRole {
      switch self {
      case .handOutToken, .deliverPush, .deliverSilentPush, .reportBounce: .request
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

  public static func sample(of name: Name) -> PushServiceEffect {
    switch name {
    case .handOutToken: .handOutToken(device: "", token: "")
    case .deliverPush: .deliverPush(device: "", id: "")
    case .deliverSilentPush: .deliverSilentPush(device: "", content: "")
    case .reportBounce: .reportBounce(device: "", token: "", reason: .sample)
    }
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> PushServiceEffect {
    switch self {
    case .handOutToken(let device, let token):
      .handOutToken(
        device: try visitor("device", device), token: try visitor("token", token))
    case .deliverPush(let device, let id):
      .deliverPush(device: try visitor("device", device), id: try visitor("id", id))
    case .deliverSilentPush(let device, let content):
      .deliverSilentPush(
        device: try visitor("device", device), content: try visitor("content", content))
    case .reportBounce(let device, let token, let reason):
      .reportBounce(
        device: try visitor("device", device), token: try visitor("token", token),
        reason: try visitor("reason", reason))
    }
  }
}

/// Why the push service does not deliver (ENG-5).
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
