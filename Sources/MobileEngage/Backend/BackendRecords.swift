import EventSourcing
import Platform

// Only shown, never read back: the backend follows from events.

extension BackendClient: Record {
  public static var sample: BackendClient { BackendClient(device: "", application: "") }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> BackendClient {
    _ = try visitor("device", device)
    _ = try visitor("application", application)
    _ = try visitor("properties", properties)
    _ = try visitor("client_state", state)
    _ = try visitor("contact", contact.map { Int64($0) }, "The index of its contact.")
    _ = try visitor("push_token", pushToken)
    _ = try visitor("grants", grants, "The tokens that were handed out to it.")
    _ = try visitor("counted", counted.ranges, "The entries of its events.")
    _ = try visitor("latest_properties", latest.properties, "The request of its properties.")
    _ = try visitor("latest_link", latest.link, "The request of its link.")
    _ = try visitor("latest_push", latest.push, "The request of its push token.")
    return self
  }
}

extension BackendGrant: Record {
  public static var sample: BackendGrant {
    BackendGrant(contactToken: "", refreshToken: "", contact: 0)
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> BackendGrant {
    _ = try visitor("contact_token", contactToken)
    _ = try visitor("refresh_token", refreshToken)
    _ = try visitor("contact", Int64(contact), "The index of the contact.")
    _ = try visitor("good", isGood, "Whether the contact token is still taken.")
    return self
  }
}

extension BackendContact: Record {
  public static var sample: BackendContact { BackendContact(key: "", identity: nil) }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> BackendContact {
    _ = try visitor("key", key)
    _ = try visitor("identity", identity)
    _ = try visitor("events", events, "The names of its events, in order.")
    return self
  }
}
