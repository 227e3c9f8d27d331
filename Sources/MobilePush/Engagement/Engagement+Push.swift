import EventSourcing

extension Engagement {
  /// Sends a notification to every device of the contact that processing found opted in (ENG-1);
  /// the token is the one of its latest processed registration.
  static func send(
    _ id: String, to key: Personal, _ state: EngagementState,
    into effects: inout Effects<EngagementEffect>
  ) {
    guard let contact = state.visible.contact(key) else {
      effects.append(.diagnose(code: .unknownContact, detail: id))
      return
    }
    for target in state.visible.targets(of: contact) {
      effects.append(.submitPush(device: target.device, token: target.token, id: id))
    }
  }

  /// Announces new messages to every opted-in device (PUSH-5).
  static func announce(
    _ content: SilentPushContent, _ state: EngagementState,
    into effects: inout Effects<EngagementEffect>
  ) {
    for target in state.visible.targets {
      effects.append(
        .submitSilentPush(device: target.device, token: target.token, content: content.rawValue))
    }
  }

  /// Opts out the device that the push service could not reach (ENG-5).
  static func optOut(
    _ device: String, _ token: Personal, _ reason: BounceReason, seq: Int64,
    _ state: inout EngagementState
  ) {
    state.received.optOut(device, token: token, reason: reason, seq: seq)
    state.visible.optOut(device, token: token, reason: reason, seq: seq)
  }
}
