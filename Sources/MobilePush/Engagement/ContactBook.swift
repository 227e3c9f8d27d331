import EventSourcing

/// Contacts and their devices, found by key, device id and token in constant time.
///
/// Engagement keeps two: one as received, one as processed a propagation delay later (ENG-3).
public struct ContactBook: Hashable, Sendable {
  /// The contacts in the order in which their keys first came.
  private(set) var contacts: [Contact] = []
  /// The devices in the order in which they first registered.
  private(set) var devices: [ContactDevice] = []
  private var contactIndexes: [Personal: Int] = [:]
  private var deviceIndexes: [Personal: Int] = [:]
  /// The devices that registered with each token and still have it, the first one first.
  private var holders: [Personal: [Int]] = [:]

  /// The contact with this key.
  func contact(_ key: Personal) -> Contact? { contactIndexes[key].map { contacts[$0] } }

  /// Counts the devices of the contact with this key.
  func deviceCount(of key: Personal) -> Int {
    contactIndexes[key].map { contacts[$0].devices.count } ?? 0
  }

  /// Whether the device has registered.
  func contains(device id: Personal) -> Bool { deviceIndexes[id] != nil }

  /// The device with this id.
  func device(_ id: Personal) -> ContactDevice? { deviceIndexes[id].map { devices[$0] } }

  /// The key of the contact to which the device belongs.
  func contactKey(ofDevice id: Personal) -> Personal? {
    deviceIndexes[id].map { contacts[Int(devices[$0].contact)].key }
  }

  /// The key of the contact whose record holds this token, the first to hold it of several (ENG-6).
  func contactKey(holding token: Personal) -> Personal? {
    holders[token]?.first.map { contacts[Int(devices[$0].contact)].key }
  }

  /// The devices of `contact` to which pushes may be sent.
  func targets(of contact: Contact) -> [(device: String, token: Personal)] {
    contact.devices.compactMap { target(Int($0)) }
  }

  /// All devices to which pushes may be sent.
  var targets: [(device: String, token: Personal)] { devices.indices.compactMap(target) }

  /// Stores what a registration says; `seq` is the record by which it does. One that was received
  /// before its token bounced does not opt the device in again (ENG-5).
  mutating func apply(_ registration: ReceivedRegistration, at: Instant, seq: Int64) {
    let contact = index(ofContact: registration.contact)
    let device = index(ofDevice: registration, contact: contact)
    associate(device, with: contact, seq: seq)
    hold(registration.token, by: device)
    devices[device].name = registration.device
    let refused = devices[device].refusedToken
    if refused != registration.token { devices[device].refusedToken = nil }
    let usable = refused == nil || refused != registration.token
    let isNews = devices[device].bouncedBy.map { $0 < registration.seq } ?? true
    setOptIn(registration.optedIn && usable && isNews, of: device, seq: seq)
    recordOpen(of: registration.contact, at: at)
  }

  /// Records when an app of the contact was used; an earlier time changes nothing (ENG-2).
  mutating func recordOpen(of contact: Personal, at: Instant) {
    guard let index = contactIndexes[contact] else { return }
    contacts[index].lastAppOpen = max(contacts[index].lastAppOpen ?? at, at)
  }

  /// Opts a device out that the push service could not reach under `token`, unless it has
  /// another one by now (ENG-5). An installation that is gone is opted out by its token.
  mutating func optOut(_ name: String, token: Personal, reason: BounceReason, seq: Int64) {
    for index in holders[token] ?? [] where devices[index].name == name {
      if reason.invalidatesToken { devices[index].refusedToken = token }
      devices[index].bouncedBy = seq
      setOptIn(false, of: index, seq: seq)
    }
  }

  private func target(_ index: Int) -> (device: String, token: Personal)? {
    guard devices[index].optedIn, let token = devices[index].token else { return nil }
    return (devices[index].name, token)
  }

  private mutating func index(ofContact key: Personal) -> Int {
    if let index = contactIndexes[key] { return index }
    contactIndexes[key] = contacts.count
    contacts.append(Contact(key: key))
    return contacts.count - 1
  }

  private mutating func index(
    ofDevice registration: ReceivedRegistration, contact: Int
  ) -> Int {
    if let index = deviceIndexes[registration.deviceID] { return index }
    let index = devices.count
    deviceIndexes[registration.deviceID] = index
    devices.append(
      ContactDevice(
        id: registration.deviceID, name: registration.device, contact: Int64(contact)))
    contacts[contact].add(device: Int64(index))
    return index
  }

  /// A contact that its last device leaves is an orphan (ENG-7).
  private mutating func associate(_ device: Int, with contact: Int, seq: Int64) {
    let former = Int(devices[device].contact)
    guard former != contact else { return }
    contacts[former].remove(device: Int64(device))
    if contacts[former].devices.isEmpty { contacts[former].orphanedBy = seq }
    contacts[contact].add(device: Int64(device))
    devices[device].contact = Int64(contact)
  }

  private mutating func hold(_ token: Personal?, by device: Int) {
    let former = devices[device].token
    guard former != token else { return }
    if let former {
      let others = holders[former]?.filter { $0 != device } ?? []
      holders[former] = others.isEmpty ? nil : others
    }
    if let token { holders[token, default: []].append(device) }
    devices[device].token = token
    devices[device].bouncedBy = nil
  }

  private mutating func setOptIn(_ optedIn: Bool, of device: Int, seq: Int64) {
    devices[device].optedIn = optedIn
    devices[device].optedOutBy = optedIn ? nil : devices[device].optedOutBy ?? seq
  }
}

extension ContactBook: StateView {
  public func view(_ visitor: inout some ViewVisitor) {
    visitor.field("contacts", contacts, "In the order in which their keys first came.")
    visitor.field("devices", devices, "In the order in which they first registered.")
  }

  /// Shows the order in which devices came to hold one token, which decides whose a registration
  /// without a key is (ENG-6). The devices themselves say who holds a token alone.
  public func details(_ visitor: inout some ViewVisitor) {
    let shared = holders.filter { $0.value.count > 1 }
    if !shared.isEmpty {
      visitor.field("shared_tokens", TokenHolders(holders: shared), "Their holders, in order.")
    }
  }
}

extension Contact {
  /// Adds a device; the contact is no orphan then.
  mutating func add(device: Int64) {
    let place = position(of: device)
    guard place == devices.count || devices[place] != device else { return }
    devices.insert(device, at: place)
    orphanedBy = nil
  }

  mutating func remove(device: Int64) {
    let place = position(of: device)
    guard place < devices.count, devices[place] == device else { return }
    devices.remove(at: place)
  }

  private func position(of device: Int64) -> Int { devices.position(where: { $0 < device }) }
}

extension ContactBook: Record {
  public static var sample: ContactBook { ContactBook() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> ContactBook {
    var stored = ContactBook()
    stored.contacts = try visitor("contacts", contacts, "In the order of their first keys.")
    stored.devices = try visitor("devices", devices, "In the order of their registrations.")
    stored.holders = try visitor("holders", holdersByToken, "The holders of each token, in order.")
      .holders
    return stored.indexed
  }

  private var holdersByToken: TokenHolders { TokenHolders(holders: holders) }

  /// The same book with its indexes; an empty book where an index leads to no contact, because the
  /// reader then refuses it.
  private var indexed: ContactBook {
    var book = self
    let isSound =
      devices.allSatisfy { contacts.indices.contains(Int(clamping: $0.contact)) }
      && contacts.allSatisfy { $0.devices.allSatisfy(isPlace) }
      && holders.values.allSatisfy { $0.allSatisfy { isPlace(Int64($0)) } }
    guard isSound else { return ContactBook() }
    for (index, contact) in contacts.enumerated() { book.contactIndexes[contact.key] = index }
    for (index, device) in devices.enumerated() { book.deviceIndexes[device.id] = index }
    return book
  }

  private func isPlace(_ device: Int64) -> Bool {
    devices.indices.contains(Int(clamping: device))
  }
}

/// The devices that hold each token, in the order of the tokens.
private struct TokenHolders: Described {
  var holders: [Personal: [Int]]

  /// One token with the places of its holders.
  struct Entry: Record {
    var token: Personal
    var devices: [Int64]

    static var sample: Entry { Entry(token: "", devices: []) }

    func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Entry {
      Entry(
        token: try visitor("token", token), devices: try visitor("devices", devices, "Places."))
    }
  }

  static var sample: TokenHolders { TokenHolders(holders: [:]) }

  func described<V: Visitor>(by visitor: inout V) throws(V.Failure) -> TokenHolders {
    var entries = holders.map { Entry(token: $0.key, devices: $0.value.map { Int64($0) }) }
    entries.sort { precedes($0.token.text, $1.token.text) }
    var read: [Personal: [Int]] = [:]
    for entry in try visitor.list(entries) {
      read[entry.token] = entry.devices.map { Int(clamping: $0) }
    }
    return TokenHolders(holders: read)
  }
}
