import EventSourcing

extension EngagementState {
  /// Accepts a registration: contacts, orphans and the bill change at once; what decides where
  /// messages go waits for the propagation delay.
  mutating func receive(
    _ body: RegistrationBody, _ device: String, _ request: Int64, _ now: Stamp,
    into effects: inout Effects<EngagementEffect>
  ) {
    let install = install(named: device)
    let deviceID = body.deviceID ?? Personal(device)
    // One that was overtaken must not bring an older contact key back.
    guard installs[install].registers(deviceID, by: request) else { return }
    let registration = ReceivedRegistration(
      device: device, deviceID: deviceID,
      contact: contactKey(of: body, deviceID: deviceID), token: body.deviceToken,
      optedIn: body.pushEnabled, seq: now.seq, attributes: body.attributes.map { $0.key.text })
    let devices = Int64(received.deviceCount(of: registration.contact))
    received.apply(registration, at: now.at, seq: now.seq)
    diagnoseSharedKey(of: registration.contact, devicesBefore: devices, into: &effects)
    let update = PendingUpdate(
      due: now.at + propagation, opened: now.at, contact: registration.contact,
      registration: registration)
    postpone(update, into: &effects)
  }

  /// A registration without a key belongs to its device's contact or to the one whose record holds
  /// the same token, in the order of the reading; else a key is made up (ENG-6).
  private mutating func contactKey(of body: RegistrationBody, deviceID: Personal) -> Personal {
    if let key = body.subscriberKey { return key }
    let own = received.contactKey(ofDevice: deviceID)
    let holding = body.deviceToken.flatMap { received.contactKey(holding: $0) }
    let known =
      switch keylessContact {
      case .deviceFirst: own ?? holding
      case .tokenFirst: holding ?? own
      }
    if let known { return known }
    while true {
      generated &+= 1
      let key = Personal("generated-\(generated)")
      // An app may have chosen the same text before.
      if received.contact(key) == nil { return key }
    }
  }

  /// The documents warn of generic keys and name no number: a setting says how many devices one
  /// person may have (ENG-13).
  private func diagnoseSharedKey(
    of contact: Personal, devicesBefore: Int64, into effects: inout Effects<EngagementEffect>
  ) {
    let devices = Int64(received.deviceCount(of: contact))
    guard devicesBefore <= genericKeyDevices, devices > genericKeyDevices else { return }
    effects.diagnose(.sharedContactKey, "more than \(genericKeyDevices) devices")
  }
}
