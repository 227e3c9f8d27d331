import EventSourcing

extension MobilePushState {
  /// Fetches the messages, or remembers to when the network is back.
  mutating func fetchInApp(
    _ reason: InAppFetchReason, _ effects: inout Effects<MobilePushEffect>
  ) {
    guard config.handlesInApp else { return inApp.waiting = nil }
    guard system.online else { return inApp.waiting = reason }
    inApp.waiting = nil
    let request = nextRequest()
    inApp.inFlight.append(request)
    effects.append(.fetchInAppMessages(request: request, reason: reason))
  }

  /// Takes over what a fetch brought; a message that is missing stays as it is (IAM-7).
  mutating func download(_ answer: Answer?, _ effects: inout Effects<MobilePushEffect>) {
    guard let answer, answer.isSuccess else { return }
    for downloaded in answer.messages {
      guard let message = downloaded.inApp else {
        effects.diagnose(.invalidMessage, downloaded.id)
        continue
      }
      inApp.store(message)
    }
  }

  mutating func track(
    _ name: String, _ attributes: TextMap<AttributeValue>?,
    _ effects: inout Effects<MobilePushEffect>
  ) {
    guard !name.isEmpty else { return effects.diagnose(.eventNameBlank) }
    enter(.customEvent) { entry in
      entry.name = name
      entry.attributes = attributes
    }
    show(for: name, attributes, &effects)
  }

  mutating func interact(
    with id: String, button: String?, _ effects: inout Effects<MobilePushEffect>
  ) {
    guard inApp.showing == id else { return effects.diagnose(.notShowing, id) }
    enter(.inAppInteracted) { entry in
      entry.id = id
      entry.button = button
    }
  }

  mutating func dismiss(_ id: String, _ effects: inout Effects<MobilePushEffect>) {
    guard inApp.showing == id else { return effects.diagnose(.notShowing, id) }
    inApp.showing = nil
    enter(.inAppDismissed) { $0.id = id }
  }

  /// Shows the first message whose trigger is met; a trigger met while another message is on
  /// screen is spent.
  private mutating func show(
    for name: String, _ attributes: TextMap<AttributeValue>?,
    _ effects: inout Effects<MobilePushEffect>
  ) {
    switch displayDecision(at: now).outcome {
    case .wait, .nothing: return
    case .go: break
    }
    let wallClock = self.wallClock
    let chosen = inApp.firstMessage {
      $0.message.trigger.isMet(by: name, attributes) && $0.mayBeShown(at: wallClock)
    }
    guard let chosen else { return }
    if inApp.messages[chosen].displays < .max { inApp.messages[chosen].displays += 1 }
    let message = inApp.messages[chosen].message
    inApp.showing = message.id
    effects.append(.showInAppMessage(id: message.id, version: message.version))
    enter(.inAppShown) { $0.id = message.id }
  }
}

extension InAppState {
  /// Keeps the highest version of each message; a new version counts its displays anew.
  fileprivate mutating func store(_ message: InAppMessage) {
    let stored = StoredInAppMessage(message: message, displays: 0)
    let index = messages.position(where: { precedes($0.message.id, message.id) })
    guard index < messages.count, messages[index].message.id == message.id else {
      messages.insert(stored, at: index)
      return
    }
    if messages[index].message.version < message.version { messages[index] = stored }
  }

  /// The index of the first of those that qualify, by priority, then version, then id.
  fileprivate func firstMessage(where qualifies: (StoredInAppMessage) -> Bool) -> Int? {
    var first: Int?
    for index in messages.indices where qualifies(messages[index]) {
      guard let current = first else {
        first = index
        continue
      }
      // Messages stand in the order of their ids, so an equal one comes later.
      if messages[index].message.comesBefore(messages[current].message) { first = index }
    }
    return first
  }
}

extension InAppMessage {
  fileprivate func comesBefore(_ other: InAppMessage) -> Bool {
    priority == other.priority ? version > other.version : priority < other.priority
  }
}

extension InAppTrigger {
  fileprivate func isMet(by name: String, _ given: TextMap<AttributeValue>?) -> Bool {
    guard event == name else { return false }
    guard let attributes else { return true }
    return attributes.entries.allSatisfy { given?[$0.key] == $0.value }
  }
}

extension StoredInAppMessage {
  /// Whether limit and dates allow a display; the start belongs to the time, the end does not.
  func mayBeShown(at wallClock: Instant) -> Bool {
    if let limit = message.displayLimit, displays >= limit { return false }
    return isOpen(message.start, message.end, at: wallClock)
  }
}

/// Whether an instant lies between two dates: the start belongs to the time, the end does not.
func isOpen(_ start: Instant?, _ end: Instant?, at instant: Instant) -> Bool {
  if let start, instant < start { return false }
  if let end, instant >= end { return false }
  return true
}
