import EventSourcing
import Platform

// The views of the backend's parts; snapshots have fields of their own.

extension BackendClient: PartView {
  public static var sample: BackendClient {
    BackendClient(device: "", application: "", installedAfter: 0)
  }

  public func view(_ visitor: inout some ViewVisitor) {
    visitor.field("device", device)
    visitor.field("application", application)
    visitor.field("installed_after", installedAfter, "The request before its installation.")
    visitor.field("properties", properties)
    visitor.field("client_state", state)
    visitor.field("contact", contact.map { Int64($0) }, "The index of its contact.")
    visitor.field("push_token", pushToken)
    visitor.nested("grants", grants, "The tokens that were handed out to it.")
    visitor.field("counted", counted.ranges, "The entries of its events.")
    visitor.field("latest_call", latest.call, "The request of its latest call.")
    visitor.field("latest_properties", latest.properties, "The request of its properties.")
    visitor.field("latest_link", latest.link, "The request of its link.")
    visitor.field("latest_push", latest.push, "The request of its push token.")
  }
}

extension EarlierInstallation: PartView {
  public static var sample: EarlierInstallation { EarlierInstallation(device: "", after: 0) }
}

extension BackendGrant: PartView {
  public static var sample: BackendGrant {
    BackendGrant(contactToken: "", refreshToken: "", contact: 0)
  }
}

extension BackendContact: PartView {
  public static var sample: BackendContact { BackendContact(key: "", identity: nil) }

  public func view(_ visitor: inout some ViewVisitor) {
    visitor.field("key", key)
    visitor.field("identity", identity)
    visitor.field("events", events, "The names of its events, in order.")
  }
}
