import EventSourcing

/// What reaches Engagement: calls of devices, reports of the push service, deeds of the marketer.
///
/// The large cases are indirect, for every record of a world's log is as large as the largest.
public enum EngagementEvent: Vocabulary {
  /// A registration came in; `device` is the name under which its answer is sent.
  indirect case registrationArrived(device: String, request: Int64, body: RegistrationBody)
  /// A batch of analytics came in; some of it may have come before (ANA-3).
  case analyticsArrived(device: String, request: Int64, batch: [AnalyticsEntry])
  /// A device asks for everything that is published now.
  case inAppMessagesRequested(device: String, request: Int64)
  /// As before, for its inbox.
  case inboxMessagesRequested(device: String, request: Int64)
  /// The push service could not deliver (ENG-5).
  case pushBounced(device: String, token: Personal, reason: BounceReason)
  /// The propagation delay of the oldest data is over (ENG-3).
  case dataBecameVisible
  /// The marketer sends a notification to all devices of a contact.
  case pushSent(contact: Personal, id: String)
  /// The marketer makes a message available for download (IAM-1).
  indirect case inAppPublished(message: InAppMessage)
  /// The marketer changes a message and reactivates it (IAM-4).
  indirect case inAppEdited(message: InAppMessage)
  /// The marketer takes a message back from those that have not downloaded it (IAM-7).
  case inAppDeleted(id: String)
  /// The marketer makes a message available, or new content under an old id (INBOX-1).
  indirect case inboxPublished(message: InboxMessage)
  /// The account knows an attribute from now on (ENG-12).
  case attributeCreated(key: String)
  /// Every call is answered 503 from now on.
  case serverDown
  /// Calls are answered as usual again.
  case serverUp

  public static let samples: [EngagementEvent] = [
    .registrationArrived(device: "", request: 0, body: .sample),
    .analyticsArrived(device: "", request: 0, batch: []),
    .inAppMessagesRequested(device: "", request: 0),
    .inboxMessagesRequested(device: "", request: 0),
    .pushBounced(device: "", token: "", reason: .sample), .dataBecameVisible,
    .pushSent(contact: "", id: ""), .inAppPublished(message: .sample),
    .inAppEdited(message: .sample), .inAppDeleted(id: ""), .inboxPublished(message: .sample),
    .attributeCreated(key: ""), .serverDown, .serverUp,
  ]

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> EngagementEvent {
    switch self {
    case .registrationArrived(let device, let request, let body):
      visitor.word("registration_arrived", "Engagement received a registration.")
      return .registrationArrived(
        device: try visitor("device", device), request: try visitor("request", request),
        body: try visitor("body", body))
    case .analyticsArrived(let device, let request, let batch):
      visitor.word("analytics_arrived", "Engagement received analytics entries.")
      return .analyticsArrived(
        device: try visitor("device", device), request: try visitor("request", request),
        batch: try visitor("batch", batch))
    case .inAppMessagesRequested(let device, let request):
      visitor.word("in_app_messages_requested", "A device asked for the in-app messages.")
      return .inAppMessagesRequested(
        device: try visitor("device", device), request: try visitor("request", request))
    case .inboxMessagesRequested(let device, let request):
      visitor.word("inbox_messages_requested", "A device asked for the inbox messages.")
      return .inboxMessagesRequested(
        device: try visitor("device", device), request: try visitor("request", request))
    case .pushBounced(let device, let token, let reason):
      visitor.word("push_bounced", "The push service could not deliver under this token.")
      return .pushBounced(
        device: try visitor("device", device), token: try visitor("token", token),
        reason: try visitor("reason", reason))
    case .dataBecameVisible:
      visitor.word("data_became_visible", "The propagation delay of received data is over.")
      return .dataBecameVisible
    case .pushSent, .inAppPublished, .inAppEdited, .inAppDeleted, .inboxPublished,
      .attributeCreated, .serverDown, .serverUp:
      return try marketerFields(&visitor)
    }
  }
}

extension EngagementEvent {
  /// The deeds of the marketer and the state of the server, which a spec's step brings about.
  private func marketerFields<V: Visitor>(
    _ visitor: inout V
  ) throws(V.Failure) -> EngagementEvent {
    switch self {
    case .pushSent(let contact, let id):
      visitor.word("push_sent", "The marketer sent a notification to a contact.")
      return .pushSent(contact: try visitor("contact", contact), id: try visitor("id", id))
    case .inAppPublished(let message):
      visitor.word("in_app_published", "The marketer published an in-app message.")
      return .inAppPublished(message: try visitor("message", message))
    case .inAppEdited(let message):
      visitor.word("in_app_edited", "The marketer changed an in-app message and reactivated it.")
      return .inAppEdited(message: try visitor("message", message))
    case .inAppDeleted(let id):
      visitor.word("in_app_deleted", "The marketer deleted an in-app message.")
      return .inAppDeleted(id: try visitor("id", id))
    case .inboxPublished(let message):
      visitor.word("inbox_published", "The marketer published an inbox message.")
      return .inboxPublished(message: try visitor("message", message))
    case .attributeCreated(let key):
      visitor.word("attribute_created", "The account knows an attribute from now on.")
      return .attributeCreated(key: try visitor("key", key))
    case .serverDown:
      visitor.word("server_down", "Engagement answers every call with 503 from now on.")
      return .serverDown
    case .serverUp:
      visitor.word("server_up", "Engagement works again.")
      return .serverUp
    case .registrationArrived, .analyticsArrived, .inAppMessagesRequested,
      .inboxMessagesRequested, .pushBounced, .dataBecameVisible:
      return self
    }
  }
}
