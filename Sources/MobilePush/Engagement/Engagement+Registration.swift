import EventSourcing

extension Engagement {
  /// Accepts a registration: contacts, orphans and the bill change at once; what decides where
  /// messages go waits for the propagation delay.
  static func receive(
    _ body: RegistrationBody, _ device: String, _ request: Int64, _ now: Stamp,
    _ state: inout EngagementState, into effects: inout Effects<EngagementEffect>
  ) {
    let install = state.install(named: device)
    let deviceID = body.deviceID ?? Personal(device)
    // One that was overtaken must not bring an older contact key back.
    guard state.installs[install].registers(deviceID, by: request) else { return }
    let registration = ReceivedRegistration(
      device: device, deviceID: deviceID,
      contact: contactKey(of: body, deviceID: deviceID, &state), token: body.deviceToken,
      optedIn: body.pushEnabled, seq: now.seq, attributes: body.attributes.map { $0.key.text })
    let devices = Int64(state.received.deviceCount(of: registration.contact))
    state.received.apply(registration, at: now.at, seq: now.seq)
    diagnoseSharedKey(of: registration.contact, devicesBefore: devices, state, into: &effects)
    let update = PendingUpdate(
      due: now.at + state.propagation, opened: now.at, contact: registration.contact,
      registration: registration)
    postpone(update, &state, into: &effects)
  }

  /// A registration without a key belongs to its device's contact or to the one whose record holds
  /// the same token, in the order of the reading; else a key is made up (ENG-6).
  private static func contactKey(
    of body: RegistrationBody, deviceID: Personal, _ state: inout EngagementState
  ) -> Personal {
    if let key = body.subscriberKey { return key }
    let own = state.received.contactKey(ofDevice: deviceID)
    let holding = body.deviceToken.flatMap { state.received.contactKey(holding: $0) }
    let known =
      switch state.keylessContact {
      case .deviceFirst: own ?? holding
      case .tokenFirst: holding ?? own
      }
    if let known { return known }
    while true {
      state.generated &+= 1
      let key = Personal("generated-\(state.generated)")
      // An app may have chosen the same text before.
      if state.received.contact(key) == nil { return key }
    }
  }

  /// The documents warn of generic keys and name no number: a setting says how many devices one
  /// person may have (ENG-13).
  private static func diagnoseSharedKey(
    of contact: Personal, devicesBefore: Int64, _ state: EngagementState,
    into effects: inout Effects<EngagementEffect>
  ) {
    let devices = Int64(state.received.deviceCount(of: contact))
    guard devicesBefore <= state.genericKeyDevices, devices > state.genericKeyDevices else {
      return
    }
    effects.append(
      .diagnose(
        code: .sharedContactKey, detail: "more than \(state.genericKeyDevices) devices"))
  }
}
