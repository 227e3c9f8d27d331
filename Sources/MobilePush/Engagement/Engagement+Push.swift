import EventSourcing

extension EngagementState {
  /// Sends a notification to every device of the contact that processing found opted in (ENG-1);
  /// the token is the one of its latest processed registration.
  func send(_ id: String, to key: Personal, into effects: inout Effects<EngagementEffect>) {
    guard let contact = visible.contact(key) else { return effects.diagnose(.unknownContact, id) }
    for target in visible.targets(of: contact) {
      effects.append(.submitPush(device: target.device, token: target.token, id: id))
    }
  }

  /// Announces new messages to every opted-in device (PUSH-5).
  func announce(_ content: SilentPushContent, into effects: inout Effects<EngagementEffect>) {
    for target in visible.targets {
      effects.append(
        .submitSilentPush(device: target.device, token: target.token, content: content.rawValue))
    }
  }

  /// Opts out the device that the push service could not reach (ENG-5).
  mutating func optOut(
    _ device: String, _ token: Personal, _ reason: BounceReason, seq: Int64
  ) {
    received.optOut(device, token: token, reason: reason, seq: seq)
    visible.optOut(device, token: token, reason: reason, seq: seq)
  }
}
