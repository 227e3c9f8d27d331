import EventSourcing

/// What reaches Engagement: calls of devices, reports of the push service, actions of the marketer.
///
/// `device` is the name under which a call is answered. The large cases are indirect, for every
/// record of a world's log is as large as the largest.
public enum EngagementEvent: Vocabulary {
  indirect case registrationArrived(device: String, request: Int64, body: RegistrationBody)
  case analyticsArrived(device: String, request: Int64, batch: [AnalyticsEntry])
  case inAppMessagesRequested(device: String, request: Int64)
  case inboxMessagesRequested(device: String, request: Int64)
  case pushBounced(device: String, token: Personal, reason: BounceReason)
  case dataBecameVisible
  case pushSent(contact: Personal, id: String)
  indirect case inAppPublished(message: InAppMessage)
  indirect case inAppEdited(message: InAppMessage)
  case inAppDeleted(id: String)
  indirect case inboxPublished(message: InboxMessage)
  case attributeCreated(key: String)
  case backendConfigured(genericKeyDevices: Int64)
  case serverDown, serverUp

  /// The names of the events, in the order of the documentation.
  public enum Name: EventName {
    case registrationArrived, analyticsArrived, inAppMessagesRequested, inboxMessagesRequested,
      pushBounced, dataBecameVisible, pushSent, inAppPublished, inAppEdited, inAppDeleted,
      inboxPublished, attributeCreated, backendConfigured, serverDown, serverUp

    public func word<Made>(_ word: EventWord<EngagementEvent, Made>) -> Made {
      switch self {
      case .registrationArrived:
        word(
          "registration_arrived", "Engagement received a registration.", .inside,
          .registrationArrived(device: "", request: 0, body: .sample))
      case .analyticsArrived:
        word(
          "analytics_arrived", "Engagement received analytics entries.", .inside,
          .analyticsArrived(device: "", request: 0, batch: []))
      case .inAppMessagesRequested:
        word(
          "in_app_messages_requested", "A device asked for the in-app messages.", .inside,
          .inAppMessagesRequested(device: "", request: 0))
      case .inboxMessagesRequested:
        word(
          "inbox_messages_requested", "A device asked for the inbox messages.", .inside,
          .inboxMessagesRequested(device: "", request: 0))
      case .pushBounced:
        word(
          "push_bounced", "The push service could not deliver under this token.", .inside,
          .pushBounced(device: "", token: "", reason: .sample))
      case .dataBecameVisible:
        word(
          "data_became_visible", "The propagation delay of received data is over.", .inside,
          .dataBecameVisible)
      case .pushSent:
        word(
          "push_sent", "The marketer sent a notification to a contact.", .backend,
          .pushSent(contact: "", id: ""))
      case .inAppPublished:
        word(
          "in_app_published", "The marketer published an in-app message.", .backend,
          .inAppPublished(message: .sample))
      case .inAppEdited:
        word(
          "in_app_edited", "The marketer changed an in-app message and reactivated it.", .backend,
          .inAppEdited(message: .sample))
      case .inAppDeleted:
        word(
          "in_app_deleted", "The marketer deleted an in-app message.", .backend,
          .inAppDeleted(id: ""))
      case .inboxPublished:
        word(
          "inbox_published", "The marketer published an inbox message.", .backend,
          .inboxPublished(message: .sample))
      case .attributeCreated:
        word(
          "attribute_created", "The account knows an attribute from now on.", .backend,
          .attributeCreated(key: ""))
      case .backendConfigured:
        word(
          "backend_configured", "The harness set up the simulated Engagement.", .backendSettings,
          .backendConfigured(genericKeyDevices: 10))
      case .serverDown:
        word(
          "server_down", "Engagement answers every call with 503 from now on.", .backend,
          .serverDown)
      case .serverUp: word("server_up", "Engagement works again.", .backend, .serverUp)
      }
    }
  }

  public var name: Name {
    switch self {
    case .registrationArrived: .registrationArrived
    case .analyticsArrived: .analyticsArrived
    case .inAppMessagesRequested: .inAppMessagesRequested
    case .inboxMessagesRequested: .inboxMessagesRequested
    case .pushBounced: .pushBounced
    case .dataBecameVisible: .dataBecameVisible
    case .pushSent: .pushSent
    case .inAppPublished: .inAppPublished
    case .inAppEdited: .inAppEdited
    case .inAppDeleted: .inAppDeleted
    case .inboxPublished: .inboxPublished
    case .attributeCreated: .attributeCreated
    case .backendConfigured: .backendConfigured
    case .serverDown: .serverDown
    case .serverUp: .serverUp
    }
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> EngagementEvent {
    switch self {
    case .registrationArrived(let device, let request, let body):
      .registrationArrived(
        device: try visitor("device", device), request: try visitor("request", request),
        body: try visitor("body", body))
    case .analyticsArrived(let device, let request, let batch):
      .analyticsArrived(
        device: try visitor("device", device), request: try visitor("request", request),
        batch: try visitor("batch", batch))
    case .inAppMessagesRequested(let device, let request):
      .inAppMessagesRequested(
        device: try visitor("device", device), request: try visitor("request", request))
    case .inboxMessagesRequested(let device, let request):
      .inboxMessagesRequested(
        device: try visitor("device", device), request: try visitor("request", request))
    case .pushBounced(let device, let token, let reason):
      .pushBounced(
        device: try visitor("device", device), token: try visitor("token", token),
        reason: try visitor("reason", reason))
    case .pushSent(let contact, let id):
      .pushSent(contact: try visitor("contact", contact), id: try visitor("id", id))
    case .inAppPublished(let message):
      .inAppPublished(message: try visitor("message", message))
    case .inAppEdited(let message):
      .inAppEdited(message: try visitor("message", message))
    case .inAppDeleted(let id):
      .inAppDeleted(id: try visitor("id", id))
    case .inboxPublished(let message):
      .inboxPublished(message: try visitor("message", message))
    case .attributeCreated(let key):
      .attributeCreated(key: try visitor("key", key))
    case .backendConfigured(let devices):
      .backendConfigured(
        genericKeyDevices: try visitor(
          "generic_key_devices", devices, default: 10,
          "How many devices a contact may have before its key looks generic."))
    case .dataBecameVisible, .serverDown, .serverUp: self
    }
  }
}
