import EventSourcing
import Platform

/// The state of Engagement.
public struct EngagementState: Hashable, Sendable {
  /// The time that received data takes to become visible (ENG-3); a change holds for later calls.
  public var propagation: TimeSpan = .minutes(5)
  /// The contact that a registration without a key belongs to (ENG-6); a change holds for later
  /// calls.
  public var keylessContact = MobilePushReadings.KeylessContact.deviceFirst
  /// The number of devices that a contact may have before its key looks generic (ENG-13).
  public internal(set) var genericKeyDevices: Int64 = 10
  /// Whether calls are answered at all; otherwise it is 503.
  public internal(set) var isUp = true
  /// The data as received: contacts, orphans and the bill.
  var received = ContactBook()
  /// The data as processed: where pushes are sent.
  var visible = ContactBook()
  var pending = PendingUpdates()
  var installs: [Install] = []
  private var installIndexes: [String: Int] = [:]
  /// The number of contact keys that Engagement has made up.
  var generated: Int64 = 0
  /// The attributes of the account, sorted.
  var attributes = TextMap<Bool>()
  var inApp: [PublishedInAppMessage] = []
  var inbox: [InboxMessage] = []

  /// Finds the place of the install with this name; one not heard of before is added.
  mutating func install(named name: String) -> Int {
    if let index = installIndexes[name] { return index }
    installIndexes[name] = installs.count
    installs.append(Install(name: name))
    return installs.count - 1
  }

  /// Whether a registration of the device is processed, without which it gets no messages (ENG-1).
  func isVisible(_ deviceID: Personal?) -> Bool {
    deviceID.map { visible.contains(device: $0) } ?? false
  }

  /// The id of the device that makes a call: the one in the call, or else that of the installation
  /// that registered last under this name.
  func caller(_ name: String, _ deviceID: Personal?) -> Personal? {
    deviceID ?? install(name)?.deviceID
  }

  /// The install with this name.
  func install(_ name: String) -> Install? { installIndexes[name].map { installs[$0] } }
}

/// One installation of the app, from which calls come.
public struct Install: Hashable, Sendable {
  /// The name under which it is answered.
  let name: String
  /// The devices as which it registered, the latest last; an app that was installed anew is another
  /// one (DEV-1).
  var devices: [RegisteredDevice] = []
  /// The analytics entries that were counted (ANA-3).
  var counted = EntryRanges()
  /// The attributes of its latest registration that processing refused, sorted (ENG-12).
  var refused: [String] = []

  /// The device as which it registered last.
  var deviceID: Personal? { devices.last?.id }

  /// Notes a registration; `false` where a later one of the same device has come before.
  mutating func registers(_ id: Personal, by request: Int64) -> Bool {
    if let index = devices.firstIndex(where: { $0.id == id }) {
      guard request > devices[index].request else { return false }
      devices.remove(at: index)
    }
    let later = devices.firstIndex { $0.request > request } ?? devices.count
    devices.insert(RegisteredDevice(id: id, request: request), at: later)
    return true
  }
}

/// A device in the registrations of an installation.
public struct RegisteredDevice: Record {
  /// The id that the SDK gave it.
  let id: Personal
  /// The highest request number of a registration that was accepted.
  var request: Int64

  public static var sample: RegisteredDevice { RegisteredDevice(id: "", request: 0) }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> RegisteredDevice {
    RegisteredDevice(
      id: try visitor("device_id", id, "The id that the SDK gave the device."),
      request: try visitor("request", request, "Of its latest registration."))
  }
}

/// An in-app message of the marketer.
struct PublishedInAppMessage: Record {
  var message: InAppMessage
  /// A deleted one is kept, so that a later version under its id is a higher one.
  var deleted = false

  static var sample: PublishedInAppMessage { PublishedInAppMessage(message: .sample) }

  func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> PublishedInAppMessage {
    PublishedInAppMessage(
      message: try visitor("message", message), deleted: try visitor("deleted", deleted))
  }
}

extension EngagementState: Record {
  public static var sample: EngagementState { EngagementState() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> EngagementState {
    var stored = self
    stored.propagation = try visitor("propagation", propagation, "The time until data is visible.")
    stored.keylessContact = try visitor("keyless_contact", keylessContact)
    stored.genericKeyDevices = try visitor("generic_key_devices", genericKeyDevices)
    stored.isUp = try visitor("up", isUp, "Whether calls are answered.")
    stored.received = try visitor("received", received, "As received.")
    stored.visible = try visitor("visible", visible, "As processed.")
    stored.pending = try visitor("pending", pending, "The data waiting for its propagation delay.")
    stored.installs = try visitor("installs", installs, "In the order of their first calls.")
    stored.generated = try visitor("generated", generated, "The number of keys made up.")
    stored.attributes = try visitor("attributes", attributes, "The attributes of the account.")
    stored.inApp = try visitor("in_app", inApp, "In the order of publication.")
    stored.inbox = try visitor("inbox", inbox, "In the order of publication.")
    stored.installIndexes = [:]
    for (index, install) in stored.installs.enumerated() {
      stored.installIndexes[install.name] = index
    }
    return stored
  }
}

extension Install: Record {
  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Install {
    var stored = Install(name: try visitor("name", name, "Under which it is answered."))
    let request = try visitor("last_registration", devices.last?.request)
    let id = try visitor("device_id", deviceID, "The device as which it registered last.")
    stored.counted = try visitor("counted", counted, "The analytics entries counted.")
    stored.refused = try visitor("refused", refused, "Attributes that were not processed.")
    stored.devices =
      try visitor(
        "earlier_devices", devices.count > 1 ? Array(devices.dropLast()) : nil,
        "The devices as which it registered before it was installed anew.") ?? []
    if let request {
      stored.devices.append(RegisteredDevice(id: id ?? Personal(stored.name), request: request))
    }
    return stored
  }
}
