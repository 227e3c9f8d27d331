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
      let accepted = answer(device, request, status: 201, state, into: &effects)
      if accepted { receive(body, device, request, event.stamp, &state, into: &effects) }
    case .analyticsArrived(let device, let deviceID, let request, let batch):
      let accepted = answer(device, request, status: 200, state, into: &effects)
      if accepted { count(batch, device, deviceID, event.stamp, &state, into: &effects) }
    case .inAppMessagesRequested(let device, let deviceID, let request):
      handOutInApp(device, deviceID, request, state, into: &effects)
    case .inboxMessagesRequested(let device, let deviceID, let request):
      handOutInbox(device, deviceID, request, state, into: &effects)
    case .pushBounced(let device, let token, let reason):
      optOut(device, token, reason, seq: event.seq, &state)
    case .dataBecameVisible:
      process(event.stamp, &state, into: &effects)
    case .pushSent(let contact, let id):
      send(id, to: contact, state, into: &effects)
    case .inAppPublished(let message):
      publish(message, &state, into: &effects)
    case .inAppEdited(let message):
      edit(message, &state, into: &effects)
    case .inAppDeleted(let id):
      delete(id, &state, into: &effects)
    case .inboxPublished(let message):
      publish(message, &state, into: &effects)
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

  /// Answers a call with `status`, or with 503 while the server is down.
  ///
  /// - Returns: Whether the call was taken.
  private static func answer(
    _ device: String, _ request: Int64, status: Int64, _ state: EngagementState,
    into effects: inout Effects<EngagementEffect>
  ) -> Bool {
    let status = state.isUp ? status : unavailable
    effects.append(.answerRequest(device: device, request: request, status: status))
    return state.isUp
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
