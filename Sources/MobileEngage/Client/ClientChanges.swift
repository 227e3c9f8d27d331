import EventSourcing
import Platform

// The consequences of a change of the device or the application for the features.

extension MobileEngageState {
  /// Takes what the system says; without a process it is noticed at the next start (ME-1).
  mutating func change(_ change: DeviceChange) {
    if client.change(change), process.phase.isRunning,
      !settings.follows(.propertiesCheckedOnActivation)
    {
      checkClient()
    }
  }

  /// Compares the properties with what the backend knows (ME-3).
  mutating func checkClient() {
    client.check()
    if settings.has(.appVersionIgnored) { client.ignoreAppVersion() }
    if settings.follows(.propertiesSentWithoutClientState), client.state == nil {
      client.sendAgain()
    }
    if !client.isWanted { queue.forgetClientAttempts() }
  }

  /// Compares the properties at a start of a process, which also sees what else is missing.
  mutating func checkClientAtStart() {
    checkClient()
    let hasContact = contact.tokens != nil || contact.identity != nil
    if settings.follows(.propertiesSentWithoutContact), client.state == nil, !hasContact {
      client.sendAgain()
    }
  }

  /// Goes on under the code that the app names.
  mutating func changeApplication(
    to code: String, _ effects: inout Effects<MobileEngageEffect>
  ) {
    guard !trimmed(code).isEmpty, code != queue.application else {
      return effects.diagnose(.applicationCodeUnchanged)
    }
    changeApplication(to: code)
  }

  /// Takes what a launch configures; the first code is no change of the application.
  mutating func configure(
    _ change: MobileEngageConfig, _ effects: inout Effects<MobileEngageEffect>
  ) {
    var change = change
    if let code = change.applicationCode, trimmed(code).isEmpty {
      // Without a code there is no path to any backend.
      change.applicationCode = nil
      effects.diagnose(.applicationCodeUnchanged)
    }
    settings.configure(change)
    guard let code = change.applicationCode else { return }
    guard code != queue.application else {
      guard settings.has(.signedOutAtEveryStart), process.wasLaunched else { return }
      contact.forgetContact()
      return perform(.startOver(code: code))
    }
    if process.wasLaunched {
      changeApplication(to: code)
    } else {
      application.use(code)
      queue.use(application: code)
    }
  }

  /// The document knows the code as a part of the path; the SDKs start over with it.
  private mutating func changeApplication(to code: String) {
    settings.configure(MobileEngageConfig(applicationCode: code))
    guard settings.follows(.applicationChangeStartsOver) else {
      queue.use(application: code)
      return application.use(code)
    }
    let takesToken = !settings.has(.tokenLeftBehind)
    if takesToken, push.token != nil { queue.append(.removePushToken) }
    let wasIdentified = contact.identity != nil
    if wasIdentified, settings.hasAnonymousContacts {
      contact.linkAnonymous(.ofOldApplication, queue: &queue)
    }
    contact.forgetContact()
    queue.append(.startOver(code: code))
    queue.use(application: code)
    let isLinked = !wasIdentified || !settings.follows(.newApplicationLinkedUnlessIdentified)
    let links =
      isLinked && settings.hasAnonymousContacts && !settings.has(.newApplicationWithoutContact)
    let linksLast = settings.follows(.newApplicationLinkedUnlessIdentified)
    if links, !linksLast { contact.linkAnonymous(.ofNewApplication, queue: &queue) }
    if takesToken, let token = push.token { queue.append(.registerPushToken(token)) }
    if links, linksLast { contact.linkAnonymous(.ofNewApplication, queue: &queue) }
  }

  /// Performs on the device what had to wait for its place in the queue.
  mutating func perform(_ order: CallOrder) {
    switch order {
    case .forgetContact:
      contact.forgetTokens()
      forgetPushToken()
      // Where the contact is known at the call, another one may have been set since.
      if !settings.follows(.contactKnownAtCall) { contact.forgetContact() }
    case .startOver(let code):
      application.use(code)
      contact.forgetTokens()
      if !settings.has(.tokenLeftBehind) { push.forgetRegistration() }
      client.startOver()
      queue.forgetClientAttempts()
    case .linkContact, .linkAnonymous, .registerPushToken, .removePushToken, .event:
      // These leave as requests.
      break
    }
  }
}
