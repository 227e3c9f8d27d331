import EventSourcing
import Platform

extension EngagementState: StateView {
  public func view(_ visitor: inout some ViewVisitor) {
    visitor.field("propagation", propagation, "The time until data is visible.")
    visitor.field("keyless_contact", keylessContact, "The contact of registrations without a key.")
    visitor.field("generic_key_devices", genericKeyDevices, "When a key looks generic.")
    visitor.field("up", isUp, "Whether calls are answered.")
    visitor.nested("received", received, "Contacts and devices as received.")
    visitor.nested("visible", visible, "Contacts and devices as processed.")
    visitor.field("pending", pending.waiting, "The data waiting for its propagation delay.")
    visitor.nested("installs", installs, "In the order of their first calls.")
    visitor.field("generated", generated, "The number of contact keys made up.")
    visitor.field("attributes", attributes, "The attributes of the account.")
    visitor.field("in_app", inApp, "In the order in which they were published.")
    visitor.field("inbox", inbox, "In the order in which they were published.")
  }

  /// Shows what specs assert of Engagement under `backend:`.
  public func report(_ visitor: inout some ViewVisitor) {
    visitor.field("contacts", received.summaries, "Contact keys and what was received of them.")
    visitor.field("orphaned", orphaned, "Keys without a device, in the order of losing it.")
    visitor.field("opted_out", optedOut, "Devices that get no push, in the order of opting out.")
    visitor.field("billable", billable, "The number of distinct contact keys so far.")
    visitor.nested("visible", VisibleContacts(book: visible), "The same as processed.")
    visitor.field("refused", refused, "Attributes of the latest registrations not processed.")
    visitor.field("entries_counted", entriesCounted, "The number of analytics entries counted.")
  }

  /// The keys of contacts that have lost their last device, in that order (ENG-7).
  public var orphaned: [Personal] {
    received.contacts.filter { $0.orphanedBy != nil }
      .sorted { ($0.orphanedBy ?? 0) < ($1.orphanedBy ?? 0) }.map { $0.key }
  }

  /// The devices to which no push may be sent, by report or by their own registration.
  public var optedOut: [String] {
    var names: [String] = []
    // A device has one name for all its installations.
    for device in visible.devices.filter({ !$0.optedIn })
      .sorted(by: { ($0.optedOutBy ?? 0) < ($1.optedOutBy ?? 0) })
    where !names.contains(device.name) { names.append(device.name) }
    return names
  }

  /// Each distinct contact key, orphans and made-up ones included (ENG-8).
  public var billable: Int64 { Int64(received.contacts.count) }

  /// The analytics entries counted, each once (ANA-3).
  public var entriesCounted: Int64 {
    installs.reduce(0) { $0 &+ $1.counted.count }
  }

  /// The attributes that processing left out of each device's latest registration (ENG-12).
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

  public static var sample: RefusedAttribute { RefusedAttribute(device: "", key: "") }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> RefusedAttribute {
    RefusedAttribute(
      device: try visitor("device", device, "The name of the device."),
      key: try visitor("key", key, "The name of the attribute."))
  }
}

/// The view of one contact in specs.
public struct ContactSummary: Record {
  /// The number of its devices.
  public let devices: Int64
  /// Whether one of them takes pushes.
  public let optedIn: Bool
  /// The instant at which one of them was last known to be used.
  public let lastAppOpen: Instant?

  public static var sample: ContactSummary {
    ContactSummary(devices: 0, optedIn: false, lastAppOpen: nil)
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> ContactSummary {
    ContactSummary(
      devices: try visitor("devices", devices, "The number of its devices."),
      optedIn: try visitor("opted_in", optedIn, "Whether one of them takes pushes."),
      lastAppOpen: try visitor("last_app_open", lastAppOpen, "When the app was last opened."))
  }
}

/// The processed side of what specs see.
private struct VisibleContacts: StateView {
  let book: ContactBook

  func view(_ visitor: inout some ViewVisitor) {
    visitor.field("contacts", book.summaries, "Contact keys and what was processed of them.")
  }
}

extension ContactBook {
  /// The view of each contact in specs, by its key.
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

extension Install: PartView {
  public static var sample: Install { Install(name: "") }
}
