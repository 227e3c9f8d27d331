import EventSourcing
import Platform

/// What reaches the Mobile Engage backend: calls of devices, and what is done to the backend.
public enum MobileEngageBackendEvent: Vocabulary {
  /// A device sent its properties; `device` is the name under which it is answered.
  indirect case clientArrived(device: String, RequestHead, properties: DeviceChange)
  /// A device asked for a contact.
  indirect case contactLinkArrived(
    device: String, RequestHead, fieldID: Int64, fieldValue: Personal)
  /// A device asked for an anonymous contact.
  indirect case anonymousLinkArrived(device: String, RequestHead)
  /// A device asked for a new contact token.
  indirect case tokenRefreshArrived(device: String, RequestHead, refreshToken: Personal)
  /// A device registered its push token.
  indirect case pushTokenArrived(device: String, RequestHead, token: Personal)
  /// A device removed its push token.
  indirect case pushTokenRemovalArrived(device: String, RequestHead)
  /// A device sent events.
  indirect case eventsArrived(device: String, RequestHead, events: [TrackedEvent])
  /// The contact tokens of the device under whose name it is recorded are no longer good.
  case tokenInvalidated
  /// The account has anonymous contacts from now on, or has none.
  case anonymousContactsSwitched(enabled: Bool)
  /// Every call is answered 503 from now on.
  case serverDown
  /// Calls are answered again.
  case serverUp

  /// The names of the events, in the order of the documentation.
  public enum Name: CaseName {
    case clientArrived, contactLinkArrived, anonymousLinkArrived, tokenRefreshArrived,
      pushTokenArrived, pushTokenRemovalArrived, eventsArrived, tokenInvalidated,
      anonymousContactsSwitched, serverDown, serverUp

    public var entry: (text: StaticString, summary: StaticString) {
      switch self {
      case .clientArrived: ("client_arrived", "A device sent its properties.")
      case .contactLinkArrived: ("contact_link_arrived", "A device asked for a contact.")
      case .anonymousLinkArrived:
        ("anonymous_link_arrived", "A device asked for an anonymous contact.")
      case .tokenRefreshArrived:
        ("token_refresh_arrived", "A device asked for a new contact token.")
      case .pushTokenArrived: ("push_token_arrived", "A device registered its push token.")
      case .pushTokenRemovalArrived:
        ("push_token_removal_arrived", "A device removed its push token.")
      case .eventsArrived: ("events_arrived", "A device sent events.")
      case .tokenInvalidated:
        ("token_invalidated", "The device's contact tokens are no longer good.")
      case .anonymousContactsSwitched:
        ("anonymous_contacts_switched", "The account has anonymous contacts, or has none.")
      case .serverDown: ("server_down", "Every call is answered 503 from now on.")
      case .serverUp: ("server_up", "Calls are answered again.")
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

  public static func sample(of name: Name) -> MobileEngageBackendEvent {
    switch name {
    case .clientArrived: .clientArrived(device: "", .sample, properties: .sample)
    case .contactLinkArrived: .contactLinkArrived(device: "", .sample, fieldID: 3, fieldValue: "")
    case .anonymousLinkArrived: .anonymousLinkArrived(device: "", .sample)
    case .tokenRefreshArrived: .tokenRefreshArrived(device: "", .sample, refreshToken: "")
    case .pushTokenArrived: .pushTokenArrived(device: "", .sample, token: "")
    case .pushTokenRemovalArrived: .pushTokenRemovalArrived(device: "", .sample)
    case .eventsArrived: .eventsArrived(device: "", .sample, events: [])
    case .tokenInvalidated: .tokenInvalidated
    case .anonymousContactsSwitched: .anonymousContactsSwitched(enabled: true)
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
