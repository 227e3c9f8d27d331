import EventSourcing

extension EngagementState {
  /// Makes an in-app message available and announces it by silent pushes (IAM-1, IAM-2).
  mutating func publish(_ message: InAppMessage, into effects: inout Effects<EngagementEffect>) {
    guard !message.id.isEmpty, !message.trigger.event.isEmpty else {
      return effects.diagnose(.impossibleMessage, message.id)
    }
    if let index = inApp.firstIndex(where: { $0.message.id == message.id }) {
      replace(index, by: message)
    } else {
      inApp.append(PublishedInAppMessage(message: message))
    }
    announce(.inApp, into: &effects)
  }

  /// A changed message is reactivated, also after its deletion (IAM-4).
  mutating func edit(_ message: InAppMessage, into effects: inout Effects<EngagementEffect>) {
    guard inApp.contains(where: { $0.message.id == message.id }) else {
      return effects.diagnose(.unknownMessage, message.id)
    }
    publish(message, into: &effects)
  }

  /// Takes a message back: devices that have it keep it, others never get it (IAM-7).
  mutating func delete(_ id: String, into effects: inout Effects<EngagementEffect>) {
    guard let index = inApp.firstIndex(where: { $0.message.id == id && !$0.deleted }) else {
      return effects.diagnose(.unknownMessage, id)
    }
    inApp[index].deleted = true
  }

  /// Makes an inbox message available and announces it by silent pushes (INBOX-1, INBOX-2).
  mutating func publish(_ message: InboxMessage, into effects: inout Effects<EngagementEffect>) {
    guard !message.id.isEmpty else { return effects.diagnose(.impossibleMessage, message.id) }
    if let index = inbox.firstIndex(where: { $0.id == message.id }) {
      inbox[index] = message
    } else {
      inbox.append(message)
    }
    announce(.inbox, into: &effects)
  }

  /// The in-app messages that are published now.
  var publishedInApp: [DownloadedMessage] {
    inApp.filter { !$0.deleted }.map { DownloadedMessage($0.message) }
  }

  /// The inbox messages.
  var publishedInbox: [DownloadedMessage] { inbox.map { DownloadedMessage($0) } }

  /// Answers with all messages of a kind, once the device is visible (ENG-1).
  func handOut(
    _ messages: [DownloadedMessage], to device: String, _ deviceID: Personal?, _ request: Int64,
    into effects: inout Effects<EngagementEffect>
  ) {
    guard isUp else {
      effects.append(.answerRequest(device: device, request: request, status: Self.unavailable))
      return
    }
    let messages = isVisible(caller(device, deviceID)) ? messages : []
    effects.append(.answerDownload(device: device, request: request, messages: messages))
  }

  /// A later version is always a higher one, even if its author forgot to count.
  private mutating func replace(_ index: Int, by message: InAppMessage) {
    let former = inApp[index].message.version
    let next = former == .max ? former : former + 1
    inApp[index].message = message
    inApp[index].message.version = max(message.version, next)
    inApp[index].deleted = false
  }
}
