import EventSourcing

extension MobileEngageBackendState {
  /// Records the last request before the app was installed anew on `device`; later calls are those
  /// of another client. `nil` is an app that was not.
  public mutating func reinstalled(after request: Int64?, on device: String) {
    if let before = installedAfter[device], before != request {
      earlierInstallations.append(EarlierInstallation(device: device, after: before))
    }
    installedAfter[device] = request
  }

  /// The index of the client behind a call, which is added at its first call.
  ///
  /// An app that was installed anew is another client (DEV-1); a call of an installation before is
  /// that one's, however late it comes.
  mutating func client(of device: String, _ head: RequestHead) -> Int {
    let installed = installation(of: head.request, on: device)
    if let known = clientIndexes[head.application + "/" + device],
      clients[known].installedAfter == installed
    {
      return known
    }
    let known = clients.lastIndex {
      $0.device == device && $0.application == head.application && $0.installedAfter == installed
    }
    if let known { return known }
    clients.append(
      BackendClient(device: device, application: head.application, installedAfter: installed))
    addIndex(of: clients.count - 1)
    return clients.count - 1
  }

  /// The installation that made a request, by the last request before it; 0 is the first one.
  private func installation(of request: Int64, on device: String) -> Int64 {
    let newest = installedAfter[device] ?? 0
    if request > newest { return newest }
    return earlierInstallations.last { $0.device == device && $0.after < request }?.after ?? 0
  }

  /// Lets a client be found, unless its installation is gone.
  mutating func addIndex(of index: Int) {
    let client = clients[index]
    let key = client.application + "/" + client.device
    if let other = clientIndexes[key], clients[other].installedAfter > client.installedAfter {
      return
    }
    clientIndexes[key] = index
  }

  /// The index of a contact, which is added at its first link.
  mutating func contact(_ identity: ContactIdentity, of application: String) -> Int {
    let key = "\(application)/\(identity.fieldID)/\(identity.value.text)"
    if let index = contactIndexes[key] { return index }
    let taken = contacts.contains { $0.key == identity.value.text }
    // The same value in two fields or two applications is two contacts.
    let name = taken ? key : identity.value.text
    contactIndexes[key] = contacts.count
    contacts.append(BackendContact(key: name, identity: identity))
    return contacts.count - 1
  }

  /// Adds an anonymous contact; returns its index.
  mutating func anonymousContact() -> Int {
    var key: String
    repeat {
      anonymousIssued &+= 1
      key = "anonymous-\(anonymousIssued)"
      // A contact may have been given such a value.
    } while contacts.contains { $0.key == key }
    contacts.append(BackendContact(key: key, identity: nil))
    return contacts.count - 1
  }

  /// Hands out tokens for a contact.
  mutating func grant(_ contact: Int, to client: Int) -> BackendGrant {
    tokensIssued &+= 1
    let grant = BackendGrant(
      contactToken: Personal("contact-token-\(tokensIssued)"),
      refreshToken: Personal("refresh-token-\(tokensIssued)"), contact: contact)
    clients[client].grants.append(grant)
    return grant
  }

  /// Hands out a client state, a new one with each answer (ME-2).
  mutating func renewState(of client: Int) -> Personal {
    statesIssued &+= 1
    let state = Personal("client-state-\(statesIssued)")
    clients[client].state = state
    return state
  }
}

extension RequestHead {
  /// The application code in a path such as `/apps/APP/client`; empty where there is none.
  var application: String {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"))
    guard parts.count > 1, parts[0].elementsEqual("apps".utf8) else { return "" }
    return String(Substring(parts[1]))
  }
}
