import EventSourcing
import Platform

/// The state of the Mobile Engage backend.
public struct MobileEngageBackendState: Hashable, Sendable {
  /// Whether calls are answered at all; otherwise it is 503.
  public internal(set) var isUp = true
  /// Whether users who are not signed in can have a contact (ME-4).
  public internal(set) var anonymousContacts = true
  /// Every installation that has called, per application, in that order.
  public internal(set) var clients: [BackendClient] = []
  /// Every contact that was ever linked, in that order.
  public internal(set) var contacts: [BackendContact] = []
  /// The number of contact tokens handed out.
  public internal(set) var tokensIssued: Int64 = 0
  /// The number of client states handed out.
  public internal(set) var statesIssued: Int64 = 0
  /// The number of anonymous contacts.
  public internal(set) var anonymousIssued: Int64 = 0
  /// The last request before the newest installation of each device, where that is not the first.
  public internal(set) var installedAfter = TextMap<Int64>()
  /// The installations of devices between their first and their newest one, in their order.
  public internal(set) var earlierInstallations: [EarlierInstallation] = []
  var clientIndexes: [String: Int] = [:]
  var contactIndexes: [String: Int] = [:]

  /// The events counted so far, each once (ME-7).
  public var eventsReceived: Int64 {
    clients.reduce(0) { $0 &+ $1.counted.count }
  }
}

/// One installation of an app, from which calls come.
public struct BackendClient: Hashable, Sendable {
  /// The name under which it is answered.
  public let device: String
  /// The application code in its paths.
  public let application: String
  /// The last request of the installation before; 0 for the first one.
  public let installedAfter: Int64
  /// The properties of its latest call to `/client`.
  public internal(set) var properties: DeviceChange?
  /// The client state handed out last.
  public internal(set) var state: Personal?
  /// The index of the contact to which it is linked.
  public internal(set) var contact: Int?
  /// The push token registered for it.
  public internal(set) var pushToken: Personal?
  /// The tokens that were handed out to it.
  public internal(set) var grants: [BackendGrant] = []
  /// The entries of the events that were counted.
  public internal(set) var counted = EntryRanges()
  /// The latest of its calls of each kind: an older one that comes later changes nothing.
  var latest = LatestCalls()
}

/// An installation that was neither the first nor is the newest of its device.
public struct EarlierInstallation: Hashable, Sendable {
  /// The name under which its calls are answered.
  public let device: String
  /// The last request of the installation before.
  public let after: Int64
}

/// The highest request numbers: of any call, and of those that change something for good.
struct LatestCalls: Hashable, Sendable {
  var call: Int64 = 0
  var properties: Int64 = 0
  var link: Int64 = 0
  var push: Int64 = 0
}

/// Two tokens that were handed out in one answer.
public struct BackendGrant: Hashable, Sendable {
  /// The token that proves the contact.
  public let contactToken: Personal
  /// The token with which it can be renewed.
  public let refreshToken: Personal
  /// The index of the contact whose events come with the token.
  public let contact: Int
  /// Whether the contact token is still good; the refresh token always is.
  public internal(set) var isGood = true
}

/// A contact to which clients are linked.
public struct BackendContact: Hashable, Sendable {
  /// The name under which specs see it: its value, or `anonymous-N`.
  public let key: String
  /// The contact's identity; `nil` for an anonymous contact.
  public let identity: ContactIdentity?
  /// The names of its events, in the order in which they were counted.
  public internal(set) var events: [String] = []
}
