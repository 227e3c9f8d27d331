import EventSourcing

/// A person, as far as contact keys distinguish people (ENG-8).
public struct Contact: Record {
  let key: Personal
  /// The indexes of its devices in the book, in rising order.
  var devices: [Int64] = []
  /// The instant at which one of its devices was last known to be used (ENG-2).
  var lastAppOpen: Instant?
  /// The record by which its last device left it; `nil` while it has one (ENG-7).
  var orphanedBy: Int64?

  public static var sample: Contact { Contact(key: "") }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Contact {
    Contact(
      key: try visitor("key", key, "The contact key."),
      devices: try visitor("devices", devices, "The places of its devices in the list."),
      lastAppOpen: try visitor("last_app_open", lastAppOpen, "When the app was last opened."),
      orphanedBy: try visitor("orphaned_by", orphanedBy, "The record that left it alone."))
  }
}

/// A device, as the latest registration that was looked at describes it.
public struct ContactDevice: Record {
  /// The id of the device in its registrations.
  let id: Personal
  /// The name under which its answers and pushes are sent.
  var name: String
  /// The index of its contact in the book: one contact at a time (ENG-11).
  var contact: Int64
  var token: Personal?
  /// Whether pushes may be sent to it.
  var optedIn = false
  /// The record that opted it out; `nil` while it is opted in.
  var optedOutBy: Int64?
  /// The latest report of the push service that its token does not reach it (ENG-5).
  var bouncedBy: Int64?
  /// A token that the push service refused for good.
  var refusedToken: Personal?

  public static var sample: ContactDevice { ContactDevice(id: "", name: "", contact: 0) }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> ContactDevice {
    ContactDevice(
      id: try visitor("device_id", id, "The id that the SDK gave the device."),
      name: try visitor("name", name, "The name of the device."),
      contact: try visitor("contact", contact, "The place of its contact in the list."),
      token: try visitor("token", token, "Its device token."),
      optedIn: try visitor("opted_in", optedIn, "Whether it takes pushes."),
      optedOutBy: try visitor("opted_out_by", optedOutBy, "The record that opted it out."),
      bouncedBy: try visitor("bounced_by", bouncedBy, "The latest report that it is not reached."),
      refusedToken: try visitor("refused_token", refusedToken, "It will never be valid again."))
  }
}
