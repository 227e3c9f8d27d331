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

  public static let samples: [MobileEngageBackendEvent] = [
    .clientArrived(device: "", .sample, properties: .sample),
    .contactLinkArrived(device: "", .sample, fieldID: 3, fieldValue: ""),
    .anonymousLinkArrived(device: "", .sample),
    .tokenRefreshArrived(device: "", .sample, refreshToken: ""),
    .pushTokenArrived(device: "", .sample, token: ""),
    .pushTokenRemovalArrived(device: "", .sample),
    .eventsArrived(device: "", .sample, events: []), .tokenInvalidated,
    .anonymousContactsSwitched(enabled: true), .serverDown, .serverUp,
  ]

  public func fields<V: Visitor>(_ v: inout V) throws(V.Failure) -> MobileEngageBackendEvent {
    switch self {
    case .clientArrived(let device, let head, let properties):
      v.word("client_arrived", "A device sent its properties.")
      return .clientArrived(
        device: try v("device", device), try head.fields(&v),
        properties: try v("properties", properties))
    case .contactLinkArrived(let device, let head, let fieldID, let fieldValue):
      v.word("contact_link_arrived", "A device asked for a contact.")
      return .contactLinkArrived(
        device: try v("device", device), try head.fields(&v),
        fieldID: try v("field_id", fieldID), fieldValue: try v("field_value", fieldValue))
    case .anonymousLinkArrived(let device, let head):
      v.word("anonymous_link_arrived", "A device asked for an anonymous contact.")
      return .anonymousLinkArrived(device: try v("device", device), try head.fields(&v))
    case .tokenRefreshArrived(let device, let head, let refreshToken):
      v.word("token_refresh_arrived", "A device asked for a new contact token.")
      return .tokenRefreshArrived(
        device: try v("device", device), try head.fields(&v),
        refreshToken: try v("refresh_token", refreshToken))
    case .pushTokenArrived(let device, let head, let token):
      v.word("push_token_arrived", "A device registered its push token.")
      return .pushTokenArrived(
        device: try v("device", device), try head.fields(&v), token: try v("token", token))
    case .pushTokenRemovalArrived(let device, let head):
      v.word("push_token_removal_arrived", "A device removed its push token.")
      return .pushTokenRemovalArrived(device: try v("device", device), try head.fields(&v))
    case .eventsArrived(let device, let head, let events):
      v.word("events_arrived", "A device sent events.")
      return .eventsArrived(
        device: try v("device", device), try head.fields(&v), events: try v("events", events))
    case .tokenInvalidated:
      v.word("token_invalidated", "The device's contact tokens are no longer good.")
      return self
    case .anonymousContactsSwitched(let enabled):
      v.word("anonymous_contacts_switched", "The account has anonymous contacts, or has none.")
      return .anonymousContactsSwitched(enabled: try v("enabled", enabled))
    case .serverDown:
      v.word("server_down", "Every call is answered 503 from now on.")
      return self
    case .serverUp:
      v.word("server_up", "Calls are answered again.")
      return self
    }
  }
}
