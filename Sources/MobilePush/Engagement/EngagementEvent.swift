import EventSourcing

/// What reaches Engagement: calls of devices, reports of the push service, actions of the marketer.
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
  /// The settings of a simulated Engagement; the harness alone writes it, once, from what a spec
  /// has under `backend: { simulated: … }`.
  case backendConfigured(genericKeyDevices: Int64)
  /// Every call is answered 503 from now on.
  case serverDown
  /// Calls are answered as usual again.
  case serverUp

  /// The names of the events, in the order of the documentation.
  public enum Name: CaseName {
    case registrationArrived, analyticsArrived, inAppMessagesRequested, inboxMessagesRequested,
      pushBounced, dataBecameVisible, pushSent, inAppPublished, inAppEdited, inAppDeleted,
      inboxPublished, attributeCreated, backendConfigured, serverDown, serverUp

    public var entry: (text: StaticString, summary: StaticString) {
      switch self {
      case .registrationArrived: ("registration_arrived", "Engagement received a registration.")
      case .analyticsArrived: ("analytics_arrived", "Engagement received analytics entries.")
      case .inAppMessagesRequested:
        ("in_app_messages_requested", "A device asked for the in-app messages.")
      case .inboxMessagesRequested:
        ("inbox_messages_requested", "A device asked for the inbox messages.")
      case .pushBounced: ("push_bounced", "The push service could not deliver under this token.")
      case .dataBecameVisible:
        ("data_became_visible", "The propagation delay of received data is over.")
      case .pushSent: ("push_sent", "The marketer sent a notification to a contact.")
      case .inAppPublished: ("in_app_published", "The marketer published an in-app message.")
      case .inAppEdited:
        ("in_app_edited", "The marketer changed an in-app message and reactivated it.")
      case .inAppDeleted: ("in_app_deleted", "The marketer deleted an in-app message.")
      case .inboxPublished: ("inbox_published", "The marketer published an inbox message.")
      case .attributeCreated: ("attribute_created", "The account knows an attribute from now on.")
      case .backendConfigured:
        ("backend_configured", "The harness set up the simulated Engagement.")
      case .serverDown: ("server_down", "Engagement answers every call with 503 from now on.")
      case .serverUp: ("server_up", "Engagement works again.")
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

  public static func sample(of name: Name) -> EngagementEvent {
    switch name {
    case .registrationArrived: .registrationArrived(device: "", request: 0, body: .sample)
    case .analyticsArrived: .analyticsArrived(device: "", request: 0, batch: [])
    case .inAppMessagesRequested: .inAppMessagesRequested(device: "", request: 0)
    case .inboxMessagesRequested: .inboxMessagesRequested(device: "", request: 0)
    case .pushBounced: .pushBounced(device: "", token: "", reason: .sample)
    case .dataBecameVisible: .dataBecameVisible
    case .pushSent: .pushSent(contact: "", id: "")
    case .inAppPublished: .inAppPublished(message: .sample)
    case .inAppEdited: .inAppEdited(message: .sample)
    case .inAppDeleted: .inAppDeleted(id: "")
    case .inboxPublished: .inboxPublished(message: .sample)
    case .attributeCreated: .attributeCreated(key: "")
    case .backendConfigured: .backendConfigured(genericKeyDevices: 10)
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
