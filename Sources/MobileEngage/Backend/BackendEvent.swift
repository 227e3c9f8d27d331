import EventSourcing
import Platform

/// The events of the Mobile Engage backend: calls of devices, and what is done to the backend.
///
/// `device` is the name under which a call is answered.
public enum MobileEngageBackendEvent: Vocabulary {
  indirect case clientArrived(device: String, RequestHead, properties: DeviceChange)
  indirect case contactLinkArrived(
    device: String, RequestHead, fieldID: Int64, fieldValue: Personal)
  indirect case anonymousLinkArrived(device: String, RequestHead)
  indirect case tokenRefreshArrived(device: String, RequestHead, refreshToken: Personal)
  indirect case pushTokenArrived(device: String, RequestHead, token: Personal)
  indirect case pushTokenRemovalArrived(device: String, RequestHead)
  indirect case eventsArrived(device: String, RequestHead, events: [TrackedEvent])
  case tokenInvalidated
  case anonymousContactsSwitched(enabled: Bool)
  case serverDown, serverUp

  /// The names of the events, in the order of the documentation.
  public enum Name: CaseText, EventName {
    case clientArrived = "client_arrived", contactLinkArrived = "contact_link_arrived"
    case anonymousLinkArrived = "anonymous_link_arrived"
    case tokenRefreshArrived = "token_refresh_arrived", pushTokenArrived = "push_token_arrived"
    case pushTokenRemovalArrived = "push_token_removal_arrived", eventsArrived = "events_arrived"
    case tokenInvalidated = "token_invalidated"
    case anonymousContactsSwitched = "anonymous_contacts_switched", serverDown = "server_down"
    case serverUp = "server_up"

    public func word<Made>(_ word: EventWord<MobileEngageBackendEvent, Made>) -> Made {
      switch self {
      case .clientArrived:
        word(
          "A device sent its properties.", .inside,
          .clientArrived(device: "", .sample, properties: .sample))
      case .contactLinkArrived:
        word(
          "A device asked for a contact.", .inside,
          .contactLinkArrived(device: "", .sample, fieldID: 3, fieldValue: ""))
      case .anonymousLinkArrived:
        word(
          "A device asked for an anonymous contact.", .inside,
          .anonymousLinkArrived(device: "", .sample))
      case .tokenRefreshArrived:
        word(
          "A device asked for a new contact token.", .inside,
          .tokenRefreshArrived(device: "", .sample, refreshToken: ""))
      case .pushTokenArrived:
        word(
          "A device registered its push token.", .inside,
          .pushTokenArrived(device: "", .sample, token: ""))
      case .pushTokenRemovalArrived:
        word(
          "A device removed its push token.", .inside, .pushTokenRemovalArrived(device: "", .sample)
        )
      case .eventsArrived:
        word("A device sent events.", .inside, .eventsArrived(device: "", .sample, events: []))
      case .tokenInvalidated:
        word("The device's contact tokens are no longer good.", .backendDevice, .tokenInvalidated)
      case .anonymousContactsSwitched:
        word(
          "The account has anonymous contacts, or has none.", .backend,
          .anonymousContactsSwitched(enabled: true))
      case .serverDown: word("Every call is answered 503 from now on.", .backend, .serverDown)
      case .serverUp: word("Calls are answered again.", .backend, .serverUp)
      }
    }
  }

  public var name: Name {
    switch self {
    case .clientArrived: .clientArrived
    case .contactLinkArrived: .contactLinkArrived
    case .anonymousLinkArrived: .anonymousLinkArrived
    case .tokenRefreshArrived: .tokenRefreshArrived
    case .pushTokenArrived: .pushTokenArrived
    case .pushTokenRemovalArrived: .pushTokenRemovalArrived
    case .eventsArrived: .eventsArrived
    case .tokenInvalidated: .tokenInvalidated
    case .anonymousContactsSwitched: .anonymousContactsSwitched
    case .serverDown: .serverDown
    case .serverUp: .serverUp
    }
  }

  public func fields<V: Visitor>(_ v: inout V) throws(V.Failure) -> MobileEngageBackendEvent {
    switch self {
    case .clientArrived(let device, let head, let properties):
      .clientArrived(
        device: try v("device", device), try head.fields(&v),
        properties: try v("properties", properties))
    case .contactLinkArrived(let device, let head, let fieldID, let fieldValue):
      .contactLinkArrived(
        device: try v("device", device), try head.fields(&v),
        fieldID: try v("field_id", fieldID), fieldValue: try v("field_value", fieldValue))
    case .anonymousLinkArrived(let device, let head):
      .anonymousLinkArrived(device: try v("device", device), try head.fields(&v))
    case .tokenRefreshArrived(let device, let head, let refreshToken):
      .tokenRefreshArrived(
        device: try v("device", device), try head.fields(&v),
        refreshToken: try v("refresh_token", refreshToken))
    case .pushTokenArrived(let device, let head, let token):
      .pushTokenArrived(
        device: try v("device", device), try head.fields(&v), token: try v("token", token))
    case .pushTokenRemovalArrived(let device, let head):
      .pushTokenRemovalArrived(device: try v("device", device), try head.fields(&v))
    case .eventsArrived(let device, let head, let events):
      .eventsArrived(
        device: try v("device", device), try head.fields(&v), events: try v("events", events))
    case .anonymousContactsSwitched(let enabled):
      .anonymousContactsSwitched(enabled: try v("enabled", enabled))
    case .tokenInvalidated, .serverDown, .serverUp: self
    }
  }
}
