import EventSourcing

/// Marketing Cloud Engagement: it takes registrations, keeps contacts, sends pushes through the
/// push service and hands out messages (ENG-1 to ENG-13).
public enum Engagement: Reducer {
  public static let initial = EngagementState()

  public static func reduce(
    _ state: inout EngagementState, _ event: RecordedEvent<EngagementEvent>,
    into effects: inout Effects<EngagementEffect>
  ) {
    switch event.event {
    case .registrationArrived(let device, let request, let body):
      let accepted = state.answer(device, request, status: 201, into: &effects)
      if accepted { state.receive(body, device, request, event.stamp, into: &effects) }
    case .analyticsArrived(let device, let deviceID, let request, let batch):
      let accepted = state.answer(device, request, status: 200, into: &effects)
      if accepted { state.count(batch, device, deviceID, event.stamp, into: &effects) }
    case .inAppMessagesRequested(let device, let deviceID, let request):
      state.handOut(state.publishedInApp, to: device, deviceID, request, into: &effects)
    case .inboxMessagesRequested(let device, let deviceID, let request):
      state.handOut(state.publishedInbox, to: device, deviceID, request, into: &effects)
    case .pushBounced(let device, let token, let reason):
      state.optOut(device, token, reason, seq: event.seq)
    case .dataBecameVisible:
      state.process(event.stamp, into: &effects)
    case .pushSent(let contact, let id):
      state.send(id, to: contact, into: &effects)
    case .inAppPublished(let message):
      state.publish(message, into: &effects)
    case .inAppEdited(let message):
      state.edit(message, into: &effects)
    case .inAppDeleted(let id):
      state.delete(id, into: &effects)
    case .inboxPublished(let message):
      state.publish(message, into: &effects)
    case .attributeCreated(let key):
      state.attributes[key] = true
    case .backendConfigured(let devices):
      state.genericKeyDevices = devices
    case .serverDown:
      state.isUp = false
    case .serverUp:
      state.isUp = true
    }
  }
}

extension EngagementState {
  /// Answers a call with `status`, or with 503 while the server is down.
  ///
  /// - Returns: Whether the call was taken.
  func answer(
    _ device: String, _ request: Int64, status: Int64,
    into effects: inout Effects<EngagementEffect>
  ) -> Bool {
    let status = isUp ? status : Self.unavailable
    effects.append(.answerRequest(device: device, request: request, status: status))
    return isUp
  }

  /// The status of every answer while the server is down.
  static let unavailable: Int64 = 503
}

/// The instant at which a record was folded, and its place in the log.
struct Stamp {
  let at: Instant
  let seq: Int64
}

extension RecordedEvent where Event == EngagementEvent {
  fileprivate var stamp: Stamp { Stamp(at: at, seq: seq) }
}

extension Effects where Effect == EngagementEffect {
  /// Records what was ignored or is questionable.
  mutating func diagnose(_ code: MobilePushDiagnosis, _ detail: String) {
    append(.diagnose(code: code, detail: detail))
  }
}
