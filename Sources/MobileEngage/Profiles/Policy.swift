/// The points in which the document and the public SDKs differ and that change what is sent.
///
/// The reducer asks whether the profile in force follows a policy, and never which profile it
/// is. What each policy says, who follows it, and where that can be read, stands in `table` alone.
public enum Policy: Int, CaseIterable, Sendable {
  /// Whether a refusal makes properties known.
  case refusedPropertiesKnown
  /// When a change of properties is noticed.
  case propertiesCheckedOnActivation
  /// Whether a missing client state makes known properties new.
  case propertiesSentWithoutClientState
  /// Whether a missing contact makes known properties new.
  case propertiesSentWithoutContact
  /// What a start without tokens links.
  case contactKeptAtStart
  /// What setting the same contact does.
  case sameContactSkipped
  /// Which contacts are the same.
  case contactFieldIgnored
  /// What setting the same contact does in a new process.
  case firstContactOfProcessSent
  /// When a contact counts as set.
  case contactKnownAtCall
  /// What a refused link leaves behind.
  case contactRolledBack
  /// What signing out does without a contact.
  case anonymousLogoutSkipped
  /// What signing out waits for.
  case logoutAfterSessionEnd
  /// When signing out forgets the tokens.
  case tokensForgottenAtLogout
  /// Whether `app:start` waits for a token.
  case startNeedsToken
  /// Whether `session:start` waits for a token.
  case sessionNeedsToken
  /// How long a session is.
  case sessionPerForeground
  /// What setting a contact does to the session.
  case sessionFollowsCall
  /// What an accepted link does to the session.
  case sessionFollowsLink
  /// What an accepted anonymous link does to the session.
  case sessionFollowsAnonymousLink
  /// Which events a batch takes.
  case batchesOvertakeCalls
  /// How many events a batch takes.
  case batchesUnlimited
  /// The credential that a push-token call has to carry.
  case pushTokenNeedsClientState
  /// What a start does with the push token.
  case pushTokenSetAgainAtStart
  /// What signing out does to the registration of the push token.
  case pushTokenForgottenAtLogout
  /// What a refused contact token does to the registration of the push token.
  case pushTokenForgottenOn401
  /// What another application code leads to.
  case applicationChangeStartsOver
  /// Which new applications get an anonymous contact.
  case newApplicationLinkedUnlessIdentified
  /// What the anonymous link of a new application waits for.
  case newApplicationLinkNeedsClient
  /// Which calls carry a contact token.
  case linkCallsWithoutToken
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
  /// How far the sources prove it.
  public let evidence: PolicyEvidence

  init(
    _ policy: Policy, _ name: String, by profiles: [MobileEngageProfile], _ sentence: String,
    _ sources: [String], _ evidence: PolicyEvidence = .tests
  ) {
    self.policy = policy
    self.name = name
    self.profiles = profiles
    self.sentence = sentence
    self.sources = sources
    self.evidence = evidence
  }
}

/// How far the public SDKs prove a policy.
public enum PolicyEvidence: Hashable, Sendable {
  /// Their own tests show it.
  case tests
  /// Only their code shows it.
  case code
}
