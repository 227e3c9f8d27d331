import EventSourcing
import Platform

extension MobileEngageBackendState: StateView {
  public func view(_ visitor: inout some ViewVisitor) {
    visitor.field("up", isUp, "Whether calls are answered.")
    visitor.field("anonymous_contacts", anonymousContacts)
    visitor.nested("clients", clients, "In the order of their first calls.")
    visitor.nested("contacts", contacts, "In the order of their first links.")
    visitor.field("tokens_issued", tokensIssued)
    visitor.field("states_issued", statesIssued)
    visitor.field("anonymous_issued", anonymousIssued)
    visitor.field("installed_after", installedAfter, "The request before each new installation.")
    visitor.nested(
      "earlier_installations", earlierInstallations, "Between the first and the newest one.")
  }

  /// Shows what specs assert of the backend under `backend:`.
  public func report(_ visitor: inout some ViewVisitor) {
    visitor.field("clients", clientSummaries, "By device; of the application called last.")
    visitor.field("contacts", contactSummaries, "By value, or anonymous-1 and so on.")
    visitor.field("events_received", eventsReceived, "The number of events, each counted once.")
  }

  private var clientSummaries: TextMap<ClientSummary> {
    var summaries = TextMap<ClientSummary>()
    var latest = TextMap<Int64>()
    for client in clients where client.latest.call >= latest[client.device] ?? 0 {
      latest[client.device] = client.latest.call
      summaries[client.device] = ClientSummary(
        application: client.application, contact: client.contact.map { contacts[$0].key },
        pushToken: client.pushToken, properties: client.properties,
        events: client.counted.count)
    }
    return summaries
  }

  private var contactSummaries: TextMap<ContactSummary> {
    var summaries = TextMap<ContactSummary>()
    for (index, contact) in contacts.enumerated() {
      summaries[contact.key] = ContactSummary(
        clients: Int64(clients.count { $0.contact == index }), events: contact.events)
    }
    return summaries
  }
}

/// The view of one client in specs.
struct ClientSummary: Record {
  var application: String
  var contact: String?
  var pushToken: Personal?
  var properties: DeviceChange?
  var events: Int64

  static var sample: ClientSummary { ClientSummary(application: "", events: 0) }

  func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> ClientSummary {
    ClientSummary(
      application: try visitor("application", application, "The code in its paths."),
      contact: try visitor("contact", contact, "The contact to which it is linked."),
      pushToken: try visitor("push_token", pushToken, "The device token that is registered."),
      properties: try visitor("properties", properties, "As sent last."),
      events: try visitor("events", events, "The number of events that came from it."))
  }
}

/// The view of one contact in specs.
struct ContactSummary: Record {
  var clients: Int64
  var events: [String]

  static var sample: ContactSummary { ContactSummary(clients: 0, events: []) }

  func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> ContactSummary {
    ContactSummary(
      clients: try visitor("clients", clients, "The number of clients linked to it."),
      events: try visitor("events", events, "The names of its events, in order."))
  }
}
