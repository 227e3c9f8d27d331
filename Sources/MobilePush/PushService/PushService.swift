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
      state.handOut(to: state.index(of: device), into: &effects)
    case .pushSubmitted(let device, let token, let id):
      if let reason = state.bounceReason(of: token, for: device) {
        effects.append(.reportBounce(device: device, token: token, reason: reason))
      } else {
        state.deliver(id, to: state.index(of: device), into: &effects)
      }
    case .silentPushSubmitted(let device, let token, let content):
      if let reason = state.bounceReason(of: token, for: device) {
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
}

extension PushServiceState {
  /// An opted-out device gets no token (PUSH-2); a valid token stays the same.
  fileprivate mutating func handOut(to index: Int, into effects: inout Effects<PushServiceEffect>) {
    guard devices[index].optedIn else { return }
    if !devices[index].tokenIsValid {
      devices[index].tokenNumber &+= 1
      devices[index].tokenIsValid = true
    }
    guard let token = devices[index].token else { return }
    effects.append(.handOutToken(device: devices[index].name, token: token))
  }

  /// A push that was submitted twice is shown once; without a network it is lost, as the
  /// documents describe no storing and forwarding.
  fileprivate mutating func deliver(
    _ id: String, to index: Int, into effects: inout Effects<PushServiceEffect>
  ) {
    guard devices[index].reachable, devices[index].delivered[id] == nil else { return }
    let name = devices[index].name
    devices[index].delivered[id] = true
    deliveries.append(PushDelivery(device: name, id: id))
    effects.append(.deliverPush(device: name, id: id))
  }

  /// Finds the reason why nothing is delivered under `token`; `nil` when it is valid.
  fileprivate mutating func bounceReason(
    of token: Personal, for name: String
  ) -> BounceReason? {
    if !authKeyIsValid { return .wrongAuthKey }
    if isMalformed(token) { return .malformedToken }
    let device = devices[index(of: name)]
    if device.token != token { return .invalidToken }
    return device.optedIn ? nil : .optedOut
  }

  private func isMalformed(_ token: Personal) -> Bool {
    token.text.isEmpty || token.text.utf8.contains { $0 <= 0x20 || $0 == 0x7F }
  }
}
