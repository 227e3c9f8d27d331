import EventSourcing
import MobilePush
import Platform

/// The knowledge that Engagement must have by the calls that reached it.
struct EngagementModel: Hashable {
  /// A registration as it was accepted.
  struct Registration: Hashable {
    var due: Instant
    var id: Personal
    /// The device's name in the world, under which it is reached.
    var name: String
    var token: Personal?
    var isOptedIn: Bool
    var contact: Personal
    /// Whether its token has bounced since it was received.
    var hasBounced = false
  }

  /// The reason why the push service could not reach a device.
  struct Bounce: Hashable {
    var reason: BounceReason
    var token: Personal
  }

  private(set) var received: [Personal: Registration] = [:]
  private(set) var visible: [Personal: Registration] = [:]
  private(set) var pending: [Registration] = []
  private(set) var bounces: [Personal: Bounce] = [:]
  private(set) var keys: Set<Personal> = []
  private(set) var generated: Int64 = 0
  private(set) var ids: [String: Personal] = [:]
  private var lastRequests: [String: [Personal: Int64]] = [:]
  private var holders: [Personal: [Personal]] = [:]
  var counted: [String: EntryRanges] = [:]
  private var messages: [Published] = []
  private(set) var inbox: [String] = []

  /// The ids of the in-app messages that are handed out.
  var inApp: [String] { messages.filter { !$0.isDeleted }.map(\.id) }

  private struct Published: Hashable {
    var id: String
    var isDeleted = false
  }

  /// Whether a registration is newer than all of the device that were accepted from the install.
  func accepts(_ request: Int64, of name: String, _ id: Personal) -> Bool {
    lastRequests[name]?[id].map { request > $0 } ?? true
  }

  /// Takes a registration in; the contact that the device leaves, if it leaves one.
  mutating func register(
    _ name: String, _ request: Int64, _ body: RegistrationBody, tokenFirst: Bool, due: Instant
  ) -> (registration: Registration, former: Personal?) {
    let id = body.deviceID ?? Personal(name)
    if lastRequests[name]?.values.allSatisfy({ $0 < request }) ?? true { ids[name] = id }
    lastRequests[name, default: [:]][id] = request
    let former = received[id]
    let contact =
      body.subscriberKey ?? knownContact(of: id, body.deviceToken, tokenFirst)
      ?? newContact()
    keys.insert(contact)
    if former?.token != body.deviceToken {
      if let token = former?.token { holders[token]?.removeAll { $0 == id } }
      if let token = body.deviceToken { holders[token, default: []].append(id) }
    }
    let registration = Registration(
      due: due, id: id, name: name, token: body.deviceToken, isOptedIn: body.pushEnabled,
      contact: contact)
    received[id] = registration
    pending.append(registration)
    return (registration, former?.contact)
  }

  private func knownContact(
    of id: Personal, _ token: Personal?, _ tokenFirst: Bool
  ) -> Personal? {
    let own = received[id]?.contact
    let holding = token.flatMap { holders[$0]?.first }.flatMap { received[$0]?.contact }
    return tokenFirst ? holding ?? own : own ?? holding
  }

  private mutating func newContact() -> Personal {
    repeat { generated += 1 } while keys.contains(Personal("generated-\(generated)"))
    return Personal("generated-\(generated)")
  }

  /// Makes visible what is due.
  mutating func process(by now: Instant) -> [Registration] {
    var done: [Registration] = []
    while let next = pending.first, next.due <= now {
      pending.removeFirst()
      visible[next.id] = next
      done.append(next)
      guard let bounce = bounces[next.id], next.isOptedIn, !next.hasBounced else { continue }
      if !bounce.reason.needsNewToken || bounce.token != next.token { bounces[next.id] = nil }
    }
    return done
  }

  /// Drops what should have become visible.
  mutating func dropPending() { pending.removeFirst() }

  /// Takes a bounce in; whether it says anything about the token known.
  mutating func bounce(_ name: String, _ token: Personal, _ reason: BounceReason) -> Personal? {
    guard let id = visibleDevice(named: name, holding: token)?.id else { return nil }
    bounces[id] = Bounce(reason: reason, token: token)
    for index in pending.indices where pending[index].id == id && pending[index].token == token {
      pending[index].hasBounced = true
    }
    return id
  }

  /// The visible registration of an installation on a device, there being one for each token.
  func visibleDevice(named name: String, holding token: Personal) -> Registration? {
    visible.values.first { $0.name == name && $0.token == token }
  }

  mutating func publish(inApp id: String) {
    if let index = messages.firstIndex(where: { $0.id == id }) {
      messages[index].isDeleted = false
    } else {
      messages.append(Published(id: id))
    }
  }

  /// Whether an in-app message of this id was ever published.
  func hasPublished(_ id: String) -> Bool { messages.contains { $0.id == id } }

  mutating func delete(inApp id: String) {
    if let index = messages.firstIndex(where: { $0.id == id }) { messages[index].isDeleted = true }
  }

  mutating func publish(inbox id: String) {
    if !inbox.contains(id) { inbox.append(id) }
  }
}

extension BounceReason {
  /// Whether the token can never be used again.
  fileprivate var needsNewToken: Bool { self == .invalidToken || self == .malformedToken }
}
