import EventSourcing
import Platform

extension MobileEngageState {
  /// Takes over what the system says; without a process it is noticed at the next start (ME-1).
  mutating func change(_ change: DeviceChange) {
    client.properties = change.filled(from: client.properties)
    if process.phase.isRunning, !follows(.propertiesCheckedOnActivation) { checkClient() }
  }

  /// Compares the properties with what was last acknowledged (ME-3).
  mutating func checkClient() {
    client.wanted = client.properties != client.acknowledged
    if !client.wanted { client.attempts = Attempts() }
  }

  /// Properties may have changed while others were on their way.
  mutating func checkClientAfterAnswer() {
    if !follows(.propertiesCheckedOnActivation) { checkClient() }
  }

  /// Goes on under another application code.
  mutating func changeApplication(
    to code: String, _ effects: inout Effects<MobileEngageEffect>
  ) {
    guard !trimmed(code).isEmpty, code != config.applicationCode else {
      return effects.diagnose(.applicationCodeUnchanged)
    }
    changeApplication(to: code)
  }

  /// The document knows the code as a part of the path; the SDKs start over with it.
  mutating func changeApplication(to code: String) {
    guard follows(.applicationChangeStartsOver) else {
      config.applicationCode = code
      application.code = code
      return
    }
    if push.token != nil { enqueue(.removePushToken) }
    if let contact { enqueue(.linkAnonymous(before: contact)) }
    contact = nil
    enqueue(.startOver(code: code))
    config.applicationCode = code
    if config.anonymousContacts != false { enqueue(.linkAnonymous(before: nil)) }
    if let token = push.token { enqueue(.registerPushToken(token)) }
  }

  /// Does on the device what had to wait for its turn.
  mutating func perform(_ order: CallOrder) {
    switch order {
    case .forgetContact:
      tokens = nil
      contact = nil
    case .startOver(let code):
      application.code = code
      tokens = nil
      clientState = nil
      push.registered = nil
      client.acknowledged = nil
      client.wanted = true
      client.attempts = Attempts()
    case .linkContact, .linkAnonymous, .registerPushToken, .removePushToken, .event:
      // These leave as requests.
      break
    }
  }
}
