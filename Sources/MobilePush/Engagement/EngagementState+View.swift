import EventSourcing
import Platform

extension EngagementState: StateView {
  public func view<V: Visitor>(_ visitor: inout V) throws(V.Failure) {
    _ = try visitor("propagation", propagation, "How long data takes to become visible.")
    _ = try visitor("keyless_contact", keylessContact, "Where registrations without a key go.")
    _ = try visitor("generic_key_devices", genericKeyDevices, "When a key looks generic.")
    _ = try visitor("up", isUp, "Whether calls are answered.")
    try visitor.nested("received", received, "Contacts and devices as received.")
    try visitor.nested("visible", visible, "Contacts and devices as processed.")
    _ = try visitor("pending", pending.waiting, "What waits for its propagation delay.")
    _ = try visitor("installs", installs, "In the order of their first calls.")
    _ = try visitor("generated", generated, "How many contact keys were made up.")
    _ = try visitor("attributes", attributes, "The attributes of the account.")
    _ = try visitor("in_app", inApp, "In the order in which they were published.")
    _ = try visitor("inbox", inbox, "In the order in which they were published.")
  }

  /// Shows what specs assert of Engagement under `backend:`.
  public func report<V: Visitor>(_ visitor: inout V) throws(V.Failure) {
    _ = try visitor("contacts", received.summaries, "Contact keys and what was received of them.")
    _ = try visitor("orphaned", orphaned, "Keys without a device, in the order of losing it.")
    _ = try visitor("opted_out", optedOut, "Devices that get no push, in the order of opting out.")
    _ = try visitor("billable", billable, "How many distinct contact keys there ever were.")
    try visitor.nested("visible", VisibleContacts(book: visible), "The same as processed.")
    _ = try visitor("refused", refused, "Attributes of the latest registrations not processed.")
    _ = try visitor("entries_counted", entriesCounted, "How many analytics entries there were.")
  }

  /// The keys of contacts that have lost their last device, in that order (ENG-7).
  public var orphaned: [Personal] {
    received.contacts.filter { $0.orphanedBy != nil }
      .sorted { ($0.orphanedBy ?? 0) < ($1.orphanedBy ?? 0) }.map { $0.key }
  }

  /// The devices to which no push may be sent, by report or by their own registration.
  public var optedOut: [String] {
    visible.devices.filter { !$0.optedIn }
      .sorted { ($0.optedOutBy ?? 0) < ($1.optedOutBy ?? 0) }.map { $0.name }
  }

  /// Each distinct contact key, orphans and made-up ones included (ENG-8).
  public var billable: Int64 { Int64(received.contacts.count) }

  /// The analytics entries counted, each once (ANA-3).
  public var entriesCounted: Int64 {
    installs.reduce(0) { $0 &+ $1.counted.count }
  }

  /// What processing left out of each device's latest registration (ENG-12).
  public var refused: [RefusedAttribute] {
    installs.flatMap { install in
      install.refused.map { RefusedAttribute(device: install.name, key: $0) }
    }
  }
}

/// An attribute that was accepted with a registration and left out in processing (ENG-10).
public struct RefusedAttribute: Record {
  /// The device whose registration has it.
  public let device: String
  /// The attribute's name.
  public let key: String

  /// Pairs a device with an attribute.
  public init(device: String, key: String) {
    self.device = device
    self.key = key
  }

  public static var sample: RefusedAttribute { RefusedAttribute(device: "", key: "") }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> RefusedAttribute {
    RefusedAttribute(device: try visitor("device", device), key: try visitor("key", key))
  }
}

/// What specs see of one contact.
public struct ContactSummary: Record {
  /// How many devices it has.
  public let devices: Int64
  /// Whether one of them takes pushes.
  public let optedIn: Bool
  /// When one of them was last known to be used.
  public let lastAppOpen: Instant?

  public static var sample: ContactSummary {
    ContactSummary(devices: 0, optedIn: false, lastAppOpen: nil)
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> ContactSummary {
    ContactSummary(
      devices: try visitor("devices", devices, "How many devices it has."),
      optedIn: try visitor("opted_in", optedIn, "Whether one of them takes pushes."),
      lastAppOpen: try visitor("last_app_open", lastAppOpen))
  }
}

/// The processed side of what specs see.
private struct VisibleContacts: StateView {
  let book: ContactBook

  func view<V: Visitor>(_ visitor: inout V) throws(V.Failure) {
    _ = try visitor("contacts", book.summaries, "Contact keys and what was processed of them.")
  }
}

extension ContactBook {
  /// What specs see of each contact, by its key.
  var summaries: TextMap<ContactSummary> {
    var summaries = TextMap<ContactSummary>()
    for contact in contacts {
      summaries[contact.key.text] = ContactSummary(
        devices: Int64(contact.devices.count),
        optedIn: contact.devices.contains { devices[Int($0)].optedIn },
        lastAppOpen: contact.lastAppOpen)
    }
    return summaries
  }
}

extension Install: Record {
  static var sample: Install { Install(name: "") }

  func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Install {
    var install = Install(name: try visitor("name", name))
    install.lastRegistration = try visitor(
      "last_registration", lastRegistration, "The highest request number accepted.")
    install.deviceID = try visitor("device_id", deviceID)
    _ = try visitor("counted", counted.ranges, "The analytics entries counted.")
    install.refused = try visitor("refused", refused, "Attributes that were not processed.")
    return install
  }
}
