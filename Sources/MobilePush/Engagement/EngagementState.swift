import EventSourcing
import Platform

/// What Engagement knows.
public struct EngagementState: Hashable, Sendable {
  /// How long received data takes to become visible (ENG-3); a change holds for later calls.
  public var propagation: TimeSpan = .minutes(5)
  /// Which contact a registration without a key belongs to (ENG-6); a change holds for later calls.
  public var keylessContact = MobilePushReadings.KeylessContact.deviceFirst
  /// How many devices a contact may have before its key looks generic (ENG-13).
  public internal(set) var genericKeyDevices: Int64 = 10
  /// Whether calls are answered at all; otherwise it is 503.
  public internal(set) var isUp = true
  /// As received: contacts, orphans and the bill.
  var received = ContactBook()
  /// As processed: where pushes are sent.
  var visible = ContactBook()
  var pending = PendingUpdates()
  var installs: [Install] = []
  private var installIndexes: [String: Int] = [:]
  /// How many contact keys Engagement has made up.
  var generated: Int64 = 0
  /// The attributes of the account, sorted.
  var attributes = TextMap<Bool>()
  var inApp: [PublishedInAppMessage] = []
  var inbox: [InboxMessage] = []

  /// Engagement before the first registration.
  public init() {}

  /// Where the install with this name stands; one not heard of before is added.
  mutating func install(named name: String) -> Int {
    if let index = installIndexes[name] { return index }
    installIndexes[name] = installs.count
    installs.append(Install(name: name))
    return installs.count - 1
  }

  /// Whether a registration of the device is processed, without which it gets no messages (ENG-1).
  func isVisible(_ name: String) -> Bool {
    install(name)?.deviceID.map { visible.contains(device: $0) } ?? false
  }

  /// The install with this name.
  func install(_ name: String) -> Install? { installIndexes[name].map { installs[$0] } }
}

/// One installation of the app, from which calls come.
struct Install: Hashable, Sendable {
  /// The name under which it is answered.
  let name: String
  /// The highest request number of a registration that was accepted.
  var lastRegistration: Int64?
  /// What it called its device in that registration.
  var deviceID: Personal?
  /// The analytics entries that were counted (ANA-3).
  var counted = EntryRanges()
  /// The attributes of its latest registration that processing refused, sorted (ENG-12).
  var refused: [String] = []
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
