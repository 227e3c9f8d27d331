import EventSourcing

/// The push notification service: it hands out tokens, delivers to valid ones and reports the
/// others back (PUSH-2, ENG-4, ENG-5).
public enum PushService: Reducer {
  public static let initial = PushServiceState()

  public static func reduce(
    _ state: inout PushServiceState, _ event: RecordedEvent<PushServiceEvent>,
    into effects: inout Effects<PushServiceEffect>
  ) {
    switch event.event {
    case .deviceTokenRequested(let device):
      handOut(to: state.index(of: device), &state, into: &effects)
    case .pushSubmitted(let device, let token, let id):
      if let reason = bounceReason(of: token, for: device, &state) {
        effects.append(.reportBounce(device: device, token: token, reason: reason))
      } else {
        deliver(id, to: state.index(of: device), &state, into: &effects)
      }
    case .silentPushSubmitted(let device, let token, let content):
      if let reason = bounceReason(of: token, for: device, &state) {
        effects.append(.reportBounce(device: device, token: token, reason: reason))
      } else if state.devices[state.index(of: device)].reachable {
        effects.append(.deliverSilentPush(device: device, content: content))
      }
    case .tokenInvalidated:
      state.devices[state.index(of: event.party)].tokenIsValid = false
    case .authKeyRevoked:
      state.authKeyIsValid = false
    case .authKeyRestored:
      state.authKeyIsValid = true
    }
  }

  /// An opted-out device gets no token (PUSH-2); a valid token stays the same.
  private static func handOut(
    to index: Int, _ state: inout PushServiceState, into effects: inout Effects<PushServiceEffect>
  ) {
    guard state.devices[index].optedIn else { return }
    if !state.devices[index].tokenIsValid {
      state.devices[index].tokenNumber &+= 1
      state.devices[index].tokenIsValid = true
    }
    guard let token = state.devices[index].token else { return }
    effects.append(.handOutToken(device: state.devices[index].name, token: token))
  }

  /// A push that was submitted twice is shown once; without a network it is lost, as the
  /// documents describe no storing and forwarding.
  private static func deliver(
    _ id: String, to index: Int, _ state: inout PushServiceState,
    into effects: inout Effects<PushServiceEffect>
  ) {
    guard state.devices[index].reachable, state.devices[index].delivered[id] == nil else { return }
    let name = state.devices[index].name
    state.devices[index].delivered[id] = true
    state.deliveries.append(PushDelivery(device: name, id: id))
    effects.append(.deliverPush(device: name, id: id))
  }

  /// Finds the reason why nothing is delivered under `token`; `nil` when it is valid.
  private static func bounceReason(
    of token: Personal, for name: String, _ state: inout PushServiceState
  ) -> BounceReason? {
    if !state.authKeyIsValid { return .wrongAuthKey }
    if isMalformed(token) { return .malformedToken }
    let device = state.devices[state.index(of: name)]
    if device.token != token { return .invalidToken }
    return device.optedIn ? nil : .optedOut
  }

  private static func isMalformed(_ token: Personal) -> Bool {
    token.text.isEmpty || token.text.utf8.contains { $0 <= 0x20 || $0 == 0x7F }
  }
}
