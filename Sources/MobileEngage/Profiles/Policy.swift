/// The points in which the document and the public SDKs differ and that change what is sent.
///
/// The reducer asks whether the profile in force follows a policy, and never which profile it
/// is; who follows what, and where that can be read, stands in `table` alone.
public enum Policy: Int, CaseIterable, Sendable {
  /// When properties count as known.
  case propertiesKnownWhenSent
  /// When a change of properties is noticed.
  case propertiesCheckedOnActivation
  /// Whom a start without tokens links.
  case contactKeptAtStart
  /// What setting the same contact does.
  case sameContactSkipped
  /// When a contact counts as set.
  case contactKnownAtCall
  /// What a refused link leaves behind.
  case contactRolledBack
  /// What signing out does when nobody is signed in.
  case anonymousLogoutSkipped
  /// When signing out forgets the tokens.
  case tokensForgottenAtLogout
  /// Which calls carry a contact token.
  case linkCallsWithoutToken
  /// Whether `app:start` waits for a token.
  case startNeedsToken
  /// Whether `session:start` waits for a token.
  case sessionNeedsToken
  /// How long a session is.
  case sessionPerForeground
  /// What a contact call does to the session.
  case sessionFollowsCall
  /// What an acknowledged link does to the session.
  case sessionFollowsAnswer
  /// Which events a batch takes.
  case batchesOvertakeCalls
  /// How many events a batch takes.
  case batchesUnlimited
  /// What a start does with the push token.
  case pushTokenOfferedAtStart
  /// What signing out does to the registration of the push token.
  case pushTokenForgottenAtLogout
  /// What a refused contact token does to the registration of the push token.
  case pushTokenForgottenOn401
  /// What another application code leads to.
  case applicationChangeStartsOver
  /// How often a call is repeated with a new token.
  case refreshedThreeTimes
  /// What a refresh renews.
  case refreshTokenKept
  /// What becomes of a call that stays unauthorized.
  case unauthorizedCallsDropped
  /// When a failed call is repeated.
  case retriedOnTrigger

  var bit: UInt64 { 1 << UInt64(rawValue) }
}

/// One difference between the profiles.
public struct PolicyRow: Hashable, Sendable {
  /// The difference.
  public let policy: Policy
  /// Its name in reports.
  public let name: String
  /// The profiles that follow it.
  public let profiles: [MobileEngageProfile]
  /// What they do; the others do not.
  public let sentence: String
  /// Where it can be read, as `owner/repository: path`.
  public let sources: [String]

  init(
    _ policy: Policy, _ name: String, by profiles: [MobileEngageProfile], _ sentence: String,
    _ sources: [String]
  ) {
    self.policy = policy
    self.name = name
    self.profiles = profiles
    self.sentence = sentence
    self.sources = sources
  }
}
