import EventSourcing
import Platform

/// The contact that is signed in, and the tokens that prove it (ME-4, ME-8, ME-9).
public struct ContactState: Hashable, Sendable {
  /// The contact that the app has set; `nil` without one, whether or not there is an anonymous
  /// contact.
  public private(set) var identity: ContactIdentity?
  /// The tokens of the last link or refresh.
  public private(set) var tokens: ContactTokens?
  /// Whether this process has set a contact.
  public private(set) var wasSetInProcess = false

  /// The result of setting a contact.
  enum Setting: Equatable {
    /// It is set already, and the profile does not link it again.
    case skipped
    /// It is linked, although it is set already.
    case linkedAgain
    /// It is linked in place of another one, or of none.
    case linked
  }

  /// Sets a contact.
  mutating func set(
    _ identity: ContactIdentity, _ settings: MobileEngageSettings, queue: inout CallQueue
  ) -> Setting {
    let isSame =
      settings.follows(.contactFieldIgnored)
      ? identity.value == self.identity?.value : identity == self.identity
    let isFirst = !wasSetInProcess && settings.follows(.firstContactOfProcessSent)
    wasSetInProcess = true
    if isSame, !isFirst, settings.follows(.sameContactSkipped) { return .skipped }
    queue.append(.linkContact(identity, before: self.identity))
    if settings.follows(.contactKnownAtCall) { self.identity = identity }
    return isSame ? .linkedAgain : .linked
  }

  /// Whether signing out has nothing to do: there is an anonymous contact already.
  func isAnonymous(_ settings: MobileEngageSettings) -> Bool {
    settings.follows(.anonymousLogoutSkipped) && tokens != nil && identity == nil
  }

  /// Signs the contact out; where there are no anonymous contacts, no call is made.
  mutating func clear(_ settings: MobileEngageSettings, queue: inout CallQueue) {
    let before = identity
    if settings.follows(.contactKnownAtCall) { identity = nil }
    guard settings.hasAnonymousContacts else { return queue.append(.forgetContact) }
    queue.append(.linkAnonymous(before: before, .ofContact))
    if settings.follows(.tokensForgottenAtLogout) { tokens = nil }
  }

  /// Links an anonymous contact at a start without tokens, unless a contact call waits that
  /// brings some (ME-4); a logout that waits will have dropped those that are held. Where there are
  /// no anonymous contacts any more, none is linked by a call of before either.
  func linkAtStart(_ settings: MobileEngageSettings, queue: inout CallQueue) {
    guard settings.hasAnonymousContacts else { return queue.withdrawAnonymousLinks() }
    let last = queue.calls.last { $0.order.changesContact }?.order
    let lacksTokens = last == nil ? tokens == nil : last == .forgetContact
    guard lacksTokens, identity == nil || !settings.follows(.contactKeptAtStart) else { return }
    linkAnonymous(.ofContact, queue: &queue)
  }

  /// Links an anonymous contact.
  func linkAnonymous(_ link: AnonymousLink, queue: inout CallQueue) {
    queue.append(.linkAnonymous(before: identity, link))
  }

  /// Takes the tokens of an acknowledged link, `nil` being an anonymous one; `false` when the
  /// answer brought none.
  mutating func linked(
    to identity: ContactIdentity?, by answer: MobileEngageAnswer, _ settings: MobileEngageSettings
  ) -> Bool {
    let keepsOld = identity == nil && tokens != nil && settings.has(.oldContactAfterLogout)
    if !keepsOld { tokens = ContactTokens(answer) }
    if !settings.follows(.contactKnownAtCall) { self.identity = identity }
    return tokens != nil
  }

  /// Takes the tokens of a refresh.
  mutating func refreshed(_ new: ContactTokens, _ settings: MobileEngageSettings) {
    tokens =
      settings.follows(.refreshTokenKept)
      ? ContactTokens(contact: new.contact, refresh: tokens?.refresh) : new
  }

  /// Brings back the contact from before a link that was refused.
  mutating func rollBack(to identity: ContactIdentity?) {
    self.identity = identity
  }

  /// Drops tokens that prove nothing, so that what needs one waits for the next link.
  mutating func forgetTokens() {
    tokens = nil
  }

  /// Forgets who is signed in; with `keepsTokens`, not what proves it.
  mutating func reinstall(keepsTokens: Bool) {
    let tokens = keepsTokens ? tokens : nil
    self = ContactState()
    self.tokens = tokens
  }

  mutating func forgetContact() {
    identity = nil
  }

  /// Forgets what ends with a process.
  mutating func endProcess() {
    wasSetInProcess = false
  }
}

extension ContactState: StateView {
  // The contact and its tokens are documented and shown by the state itself.
  public func view(_ visitor: inout some ViewVisitor) {
    visitor.field("set_in_process", wasSetInProcess, "Whether this process has set a contact.")
  }
}

extension ContactState: Record {
  public static var sample: ContactState { ContactState() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> ContactState {
    var stored = self
    stored.identity = try visitor("identity", identity, "The contact that the app has set.")
    stored.tokens = try visitor("tokens", tokens, "Of the last link or refresh.")
    stored.wasSetInProcess = try visitor(
      "set_in_process", wasSetInProcess, "Whether this process has set a contact.")
    return stored
  }
}
