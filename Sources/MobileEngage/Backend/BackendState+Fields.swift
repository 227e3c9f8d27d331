import EventSourcing
import Platform

extension MobileEngageBackendState: Record {
  public static var sample: MobileEngageBackendState { MobileEngageBackendState() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> MobileEngageBackendState {
    var stored = self
    stored.isUp = try visitor("up", isUp, "Whether calls are answered.")
    stored.anonymousContacts = try visitor("anonymous_contacts", anonymousContacts)
    stored.clients = try visitor("clients", clients, "In the order of their first calls.")
    let contacts = try visitor("contacts", storedContacts, "In the order of their first links.")
    stored.tokensIssued = try visitor("tokens_issued", tokensIssued)
    stored.statesIssued = try visitor("states_issued", statesIssued)
    stored.anonymousIssued = try visitor("anonymous_issued", anonymousIssued)
    stored.installedAfter =
      try visitor(
        "installed_after", installedAfter.entries.isEmpty ? nil : installedAfter,
        "The last request before each new installation.") ?? TextMap()
    stored.earlierInstallations =
      try visitor(
        "earlier_installations", earlierInstallations.isEmpty ? nil : earlierInstallations,
        "The installations between the first and the newest.") ?? []
    return stored.indexed(with: contacts)
  }

  private var storedContacts: [StoredContact] {
    var applications: [Int: String] = [:]
    for (key, index) in contactIndexes {
      applications[index] = String(Substring(key.utf8.prefix { $0 != UInt8(ascii: "/") }))
    }
    return contacts.indices.map { StoredContact(contacts[$0], application: applications[$0]) }
  }

  /// The same state with its contacts and indexes; a new state where an index leads to no contact,
  /// because the reader then refuses it.
  private func indexed(with stored: [StoredContact]) -> MobileEngageBackendState {
    var state = self
    let isSound = clients.allSatisfy { client in
      client.contact.map(stored.indices.contains) ?? true
        && client.grants.allSatisfy { stored.indices.contains($0.contact) }
    }
    guard isSound else { return MobileEngageBackendState() }
    state.contacts = stored.map { $0.contact }
    state.contactIndexes = [:]
    for (index, contact) in stored.enumerated() {
      if let key = contact.indexKey { state.contactIndexes[key] = index }
    }
    state.clientIndexes = [:]
    for index in clients.indices { state.addIndex(of: index) }
    return state
  }
}

/// A contact as it is written down: its name is made of what is personal only where that says so.
private struct StoredContact: Record {
  /// The application of the first link; `nil` for an anonymous contact.
  var application: String?
  var identity: ContactIdentity?
  /// Whether its name is that of application and field too, since another has its value.
  var isQualified: Bool
  /// The name of an anonymous contact, which an app may have chosen for one of its own.
  var name: Personal?
  var events: [String]

  init(_ contact: BackendContact, application: String?) {
    self.application = application
    identity = contact.identity
    isQualified = contact.identity.map { $0.value.text != contact.key } ?? false
    name = contact.identity == nil ? Personal(contact.key) : nil
    events = contact.events
  }

  /// The key under which a link finds it; `nil` for an anonymous contact.
  var indexKey: String? {
    identity.map { "\(application ?? "")/\($0.fieldID)/\($0.value.text)" }
  }

  var contact: BackendContact {
    guard let identity else {
      return BackendContact(key: name?.text ?? "", identity: nil, events: events)
    }
    let key = isQualified ? indexKey ?? "" : identity.value.text
    return BackendContact(key: key, identity: identity, events: events)
  }

  static var sample: StoredContact {
    StoredContact(BackendContact(key: "", identity: nil), application: nil)
  }

  func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> StoredContact {
    var stored = self
    stored.application = try visitor("application", application, "Of its first link.")
    stored.identity = try visitor("identity", identity, "The contact's field and value.")
    stored.isQualified = try visitor("qualified", isQualified, "Whether another has its value.")
    stored.name = try visitor("name", name, "The name of an anonymous contact.")
    stored.events = try visitor("events", events, "The names of its events, in order.")
    return stored
  }
}

extension BackendClient: Record {
  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> BackendClient {
    var stored = BackendClient(
      device: try visitor("device", device, "The name under which it is answered."),
      application: try visitor("application", application, "The code in its paths."),
      installedAfter: try visitor(
        "installed_after", installedAfter == 0 ? nil : installedAfter,
        "The last request of the installation before.") ?? 0)
    stored.properties = try visitor("properties", properties, "Of its latest call.")
    stored.state = try visitor("state", state, "The client state handed out last.")
    stored.contact = try visitor("contact", contact.map { Int64($0) }, "The contact's place.")
      .map { Int(clamping: $0) }
    stored.pushToken = try visitor("push_token", pushToken)
    stored.grants = try visitor("grants", grants, "The tokens handed out to it.")
    stored.counted = try visitor("counted", counted, "The entries of its events.")
    stored.latest = try visitor("latest", latest, "The latest of its calls of each kind.")
    return stored
  }
}

extension EarlierInstallation: Record {
  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> EarlierInstallation {
    EarlierInstallation(
      device: try visitor("device", device, "The name under which it is answered."),
      after: try visitor("after", after, "The last request of the installation before."))
  }
}

extension BackendGrant: Record {
  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> BackendGrant {
    BackendGrant(
      contactToken: try visitor("contact_token", contactToken),
      refreshToken: try visitor("refresh_token", refreshToken),
      contact: Int(clamping: try visitor("contact", Int64(contact), "The index of the contact.")),
      isGood: try visitor("good", isGood, "Whether the contact token is still taken."))
  }
}

extension LatestCalls: Record {
  static var sample: LatestCalls { LatestCalls() }

  func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> LatestCalls {
    LatestCalls(
      call: try visitor("call", call == 0 ? nil : call) ?? 0,
      properties: try visitor("properties", properties),
      link: try visitor("link", link),
      push: try visitor("push", push))
  }
}
