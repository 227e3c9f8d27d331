import EventSourcing
import Platform

extension MobileEngageBackendState {
  mutating func setProperties(
    _ properties: DeviceChange, of client: Int, _ head: RequestHead
  ) -> MobileEngageAnswer {
    if isLatest(head, &clients[client].latest.properties) {
      clients[client].properties = properties
    }
    return MobileEngageAnswer(status: 204)
  }

  /// Links a contact, `nil` being a new anonymous one, and hands out its tokens (ME-4, ME-8).
  mutating func link(
    _ identity: ContactIdentity?, to client: Int, _ head: RequestHead
  ) -> MobileEngageAnswer {
    guard identity != nil || anonymousContacts else { return MobileEngageAnswer(status: 403) }
    let contact = identity.map { self.contact($0, of: head.application) } ?? anonymousContact()
    if isLatest(head, &clients[client].latest.link) { clients[client].contact = contact }
    return MobileEngageAnswer(granting: grant(contact, to: client))
  }

  /// Renews a contact token for the holder of an issued refresh token.
  mutating func refresh(_ token: Personal, of client: Int) -> MobileEngageAnswer {
    let known = grants(of: client).last { $0.refreshToken == token }
    guard let known else { return MobileEngageAnswer(status: 401) }
    return MobileEngageAnswer(granting: grant(known.contact, to: client))
  }

  /// Registers or removes a push token; a contact token is judged only where there is one.
  mutating func setPushToken(
    _ token: Personal?, of client: Int, _ head: RequestHead
  ) -> MobileEngageAnswer {
    if head.headers.contactToken != nil, contact(behind: head, of: client) == nil {
      return MobileEngageAnswer(status: 401)
    }
    if isLatest(head, &clients[client].latest.push) { clients[client].pushToken = token }
    return MobileEngageAnswer(status: 204)
  }

  /// Counts each entry of a device once, for the contact behind the token (ME-7).
  mutating func count(
    _ events: [TrackedEvent], of client: Int, _ head: RequestHead
  ) -> MobileEngageAnswer {
    guard let contact = contact(behind: head, of: client) else {
      return MobileEngageAnswer(status: 401)
    }
    for event in events where clients[client].counted.insert(event.entry) {
      contacts[contact].events.append(event.name)
    }
    return MobileEngageAnswer(status: 204)
  }

  mutating func invalidateTokens(of device: String) {
    for client in clients.indices where clients[client].device == device {
      for grant in clients[client].grants.indices { clients[client].grants[grant].isGood = false }
    }
  }

  private func contact(behind head: RequestHead, of client: Int) -> Int? {
    guard let token = head.headers.contactToken else { return nil }
    return grants(of: client).last { $0.contactToken == token && $0.isGood }?.contact
  }

  /// The tokens that were handed out to the client or to an installation before it: who has one
  /// proves the contact, whatever has become of the app since.
  private func grants(of client: Int) -> [BackendGrant] {
    let newest = clients[client]
    guard newest.installedAfter > 0 else { return newest.grants }
    return clients.filter { $0.device == newest.device && $0.application == newest.application }
      .flatMap { $0.grants }
  }
}

/// Whether a call is the latest of its kind so far, which `latest` then remembers.
private func isLatest(_ head: RequestHead, _ latest: inout Int64) -> Bool {
  guard head.request >= latest else { return false }
  latest = head.request
  return true
}

extension MobileEngageAnswer {
  fileprivate init(granting grant: BackendGrant) {
    self.init(
      status: 200, contactToken: grant.contactToken, refreshToken: grant.refreshToken)
  }
}
