import EventSourcing

extension Engagement {
  /// Makes an in-app message available and announces it by silent pushes (IAM-1, IAM-2).
  static func publish(
    _ message: InAppMessage, _ state: inout EngagementState,
    into effects: inout Effects<EngagementEffect>
  ) {
    guard !message.id.isEmpty, !message.trigger.event.isEmpty else {
      effects.append(.diagnose(code: .impossibleMessage, detail: message.id))
      return
    }
    if let index = state.inApp.firstIndex(where: { $0.message.id == message.id }) {
      replace(index, by: message, &state)
    } else {
      state.inApp.append(PublishedInAppMessage(message: message))
    }
    announce(.inApp, state, into: &effects)
  }

  /// A changed message is reactivated, also after its deletion (IAM-4).
  static func edit(
    _ message: InAppMessage, _ state: inout EngagementState,
    into effects: inout Effects<EngagementEffect>
  ) {
    guard state.inApp.contains(where: { $0.message.id == message.id }) else {
      effects.append(.diagnose(code: .unknownMessage, detail: message.id))
      return
    }
    publish(message, &state, into: &effects)
  }

  /// Takes a message back: devices that have it keep it, others never get it (IAM-7).
  static func delete(
    _ id: String, _ state: inout EngagementState, into effects: inout Effects<EngagementEffect>
  ) {
    guard let index = state.inApp.firstIndex(where: { $0.message.id == id && !$0.deleted }) else {
      effects.append(.diagnose(code: .unknownMessage, detail: id))
      return
    }
    state.inApp[index].deleted = true
  }

  /// Makes an inbox message available and announces it by silent pushes (INBOX-1, INBOX-2).
  static func publish(
    _ message: InboxMessage, _ state: inout EngagementState,
    into effects: inout Effects<EngagementEffect>
  ) {
    guard !message.id.isEmpty else {
      effects.append(.diagnose(code: .impossibleMessage, detail: message.id))
      return
    }
    if let index = state.inbox.firstIndex(where: { $0.id == message.id }) {
      state.inbox[index] = message
    } else {
      state.inbox.append(message)
    }
    announce(.inbox, state, into: &effects)
  }

  /// Answers with every in-app message that is published now, once the device is visible (ENG-1).
  static func handOutInApp(
    _ device: String, _ deviceID: Personal?, _ request: Int64, _ state: EngagementState,
    into effects: inout Effects<EngagementEffect>
  ) {
    let messages = state.inApp.filter { !$0.deleted }.map { DownloadedMessage($0.message) }
    handOut(messages, device, deviceID, request, state, into: &effects)
  }

  /// Answers with every inbox message, once the device is visible (ENG-1).
  static func handOutInbox(
    _ device: String, _ deviceID: Personal?, _ request: Int64, _ state: EngagementState,
    into effects: inout Effects<EngagementEffect>
  ) {
    handOut(
      state.inbox.map { DownloadedMessage($0) }, device, deviceID, request, state, into: &effects)
  }

  private static func handOut(
    _ messages: [DownloadedMessage], _ device: String, _ deviceID: Personal?, _ request: Int64,
    _ state: EngagementState, into effects: inout Effects<EngagementEffect>
  ) {
    guard state.isUp else {
      effects.append(.answerRequest(device: device, request: request, status: unavailable))
      return
    }
    let messages = state.isVisible(state.caller(device, deviceID)) ? messages : []
    effects.append(.answerDownload(device: device, request: request, messages: messages))
  }

  /// A later version is always a higher one, even if its author forgot to count.
  private static func replace(
    _ index: Int, by message: InAppMessage, _ state: inout EngagementState
  ) {
    let former = state.inApp[index].message.version
    let next = former == .max ? former : former + 1
    state.inApp[index].message = message
    state.inApp[index].message.version = max(message.version, next)
    state.inApp[index].deleted = false
  }
}
