import EventSourcing

/// The events of Engagement: calls of devices, reports of the push service, actions of the
/// marketer.
///
/// `device` is the name under which a call is answered. An app that was installed anew keeps that
/// name and is another device (DEV-1): its calls carry the id of that one too. The large cases are
/// indirect, for every record of a world's log is as large as the largest.
public enum EngagementEvent: Vocabulary {
  indirect case registrationArrived(device: String, request: Int64, body: RegistrationBody)
  indirect case analyticsArrived(
    device: String, deviceID: Personal? = nil, request: Int64, batch: [AnalyticsEntry])
  indirect case inAppMessagesRequested(device: String, deviceID: Personal? = nil, request: Int64)
  indirect case inboxMessagesRequested(device: String, deviceID: Personal? = nil, request: Int64)
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
  public enum Name: CaseText, EventName {
    case registrationArrived = "registration_arrived", analyticsArrived = "analytics_arrived"
    case inAppMessagesRequested = "in_app_messages_requested"
    case inboxMessagesRequested = "inbox_messages_requested", pushBounced = "push_bounced"
    case dataBecameVisible = "data_became_visible", pushSent = "push_sent"
    case inAppPublished = "in_app_published", inAppEdited = "in_app_edited"
    case inAppDeleted = "in_app_deleted", inboxPublished = "inbox_published"
    case attributeCreated = "attribute_created", backendConfigured = "backend_configured"
    case serverDown = "server_down", serverUp = "server_up"

    public func word<Made>(_ word: EventWord<EngagementEvent, Made>) -> Made {
      switch self {
      case .registrationArrived:
        word(
          "Engagement received a registration.", .inside,
          .registrationArrived(device: "", request: 0, body: .sample))
      case .analyticsArrived:
        word(
          "Engagement received analytics entries.", .inside,
          .analyticsArrived(device: "", request: 0, batch: []))
      case .inAppMessagesRequested:
        word(
          "A device asked for the in-app messages.", .inside,
          .inAppMessagesRequested(device: "", request: 0))
      case .inboxMessagesRequested:
        word(
          "A device asked for the inbox messages.", .inside,
          .inboxMessagesRequested(device: "", request: 0))
      case .pushBounced:
        word(
          "The push service could not deliver under this token.", .inside,
          .pushBounced(device: "", token: "", reason: .sample))
      case .dataBecameVisible:
        word("The propagation delay of received data is over.", .inside, .dataBecameVisible)
      case .pushSent:
        word(
          "The marketer sent a notification to a contact.", .backend, .pushSent(contact: "", id: "")
        )
      case .inAppPublished:
        word(
          "The marketer published an in-app message.", .backend, .inAppPublished(message: .sample))
      case .inAppEdited:
        word(
          "The marketer changed an in-app message and reactivated it.", .backend,
          .inAppEdited(message: .sample))
      case .inAppDeleted:
        word("The marketer deleted an in-app message.", .backend, .inAppDeleted(id: ""))
      case .inboxPublished:
        word(
          "The marketer published an inbox message.", .backend, .inboxPublished(message: .sample))
      case .attributeCreated:
        word("The account knows an attribute from now on.", .backend, .attributeCreated(key: ""))
      case .backendConfigured:
        word(
          "The harness set up the simulated Engagement.", .backendSettings,
          .backendConfigured(genericKeyDevices: 10))
      case .serverDown:
        word("Engagement answers every call with 503 from now on.", .backend, .serverDown)
      case .serverUp: word("Engagement works again.", .backend, .serverUp)
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
        device: try visitor("device", device, "The name of the device."),
        request: try visitor("request", request, "The number of the request."),
        body: try visitor("body", body, "The record of the device."))
    case .analyticsArrived(let device, let deviceID, let request, let batch):
      .analyticsArrived(
        device: try visitor("device", device, "The name of the device."),
        deviceID: try visitor("device_id", deviceID, "The id of a device that was installed anew."),
        request: try visitor("request", request, "The number of the request."),
        batch: try visitor("batch", batch, "The entries sent together."))
    case .inAppMessagesRequested(let device, let deviceID, let request):
      .inAppMessagesRequested(
        device: try visitor("device", device, "The name of the device."),
        deviceID: try visitor("device_id", deviceID, "The id of a device that was installed anew."),
        request: try visitor("request", request, "The number of the request."))
    case .inboxMessagesRequested(let device, let deviceID, let request):
      .inboxMessagesRequested(
        device: try visitor("device", device, "The name of the device."),
        deviceID: try visitor("device_id", deviceID, "The id of a device that was installed anew."),
        request: try visitor("request", request, "The number of the request."))
    case .pushBounced(let device, let token, let reason):
      .pushBounced(
        device: try visitor("device", device, "The name of the device."),
        token: try visitor("token", token, "The device token."),
        reason: try visitor("reason", reason, "Why the push was not delivered."))
    case .pushSent(let contact, let id):
      .pushSent(
        contact: try visitor("contact", contact, "The contact key."),
        id: try visitor("id", id, "The id of the push or message."))
    case .inAppPublished(let message):
      .inAppPublished(message: try visitor("message", message, "The message as it stands."))
    case .inAppEdited(let message):
      .inAppEdited(message: try visitor("message", message, "The message as it stands."))
    case .inAppDeleted(let id):
      .inAppDeleted(id: try visitor("id", id, "The id of the push or message."))
    case .inboxPublished(let message):
      .inboxPublished(message: try visitor("message", message, "The message as it stands."))
    case .attributeCreated(let key):
      .attributeCreated(key: try visitor("key", key, "The name of the attribute."))
    case .backendConfigured(let devices):
      .backendConfigured(
        genericKeyDevices: try visitor(
          "generic_key_devices", devices, default: 10,
          "The most devices that a contact may have before its key looks generic."))
    case .dataBecameVisible, .serverDown, .serverUp: self
    }
  }
}
