/// The points in which the document and the public SDKs differ and that change what is sent.
///
/// The reducer asks whether the profile in force follows a policy, and never which profile it
/// is. What each policy says, who follows it, and where that can be read, stands in `table` alone.
public enum Policy: Int, CaseIterable, Sendable {
  /// Whether a refusal makes properties known.
  case refusedPropertiesKnown
  /// The moment at which a change of properties is noticed.
  case propertiesCheckedOnActivation
  /// The data that a backup brings to another device.
  case tokensNotInBackup
  /// Whether a missing client state makes known properties new.
  case propertiesSentWithoutClientState
  /// Whether a missing contact makes known properties new.
  case propertiesSentWithoutContact
  /// The contact that a start without tokens links.
  case contactKeptAtStart
  /// The effect of setting the same contact.
  case sameContactSkipped
  /// The contacts that count as the same.
  case contactFieldIgnored
  /// The effect of setting the same contact in a new process.
  case firstContactOfProcessSent
  /// The moment from which a contact counts as set.
  case contactKnownAtCall
  /// The contact that a refused link leaves behind.
  case contactRolledBack
  /// The effect of signing out without a contact.
  case anonymousLogoutSkipped
  /// The call that signing out waits for.
  case logoutAfterSessionEnd
  /// The moment at which signing out forgets the tokens.
  case tokensForgottenAtLogout
  /// Whether `app:start` waits for a token.
  case startNeedsToken
  /// Whether `session:start` waits for a token.
  case sessionNeedsToken
  /// The length of a session.
  case sessionPerForeground
  /// The effect of setting a contact on the session.
  case sessionFollowsCall
  /// The effect of an accepted link on the session.
  case sessionFollowsLink
  /// The effect of an accepted anonymous link on the session.
  case sessionFollowsAnonymousLink
  /// The events that a batch takes.
  case batchesOvertakeCalls
  /// A batch takes any number of events.
  case batchesUnlimited
  /// The credential that a push-token call has to carry.
  case pushTokenNeedsClientState
  /// The effect of a start on the push token.
  case pushTokenSetAgainAtStart
  /// The effect of signing out on the registration of the push token.
  case pushTokenForgottenAtLogout
  /// The effect of a refused contact token on the registration of the push token.
  case pushTokenForgottenOn401
  /// The effect of another application code.
  case applicationChangeStartsOver
  /// The new applications that get an anonymous contact.
  case newApplicationLinkedUnlessIdentified
  /// The call that the anonymous link of a new application waits for.
  case newApplicationLinkNeedsClient
  /// The calls that carry a contact token.
  case linkCallsWithoutToken
  /// The number of times that a call is repeated with a new token.
  case refreshedThreeTimes
  /// The tokens that a refresh renews.
  case refreshTokenKept
  /// The fate of a call that stays unauthorized.
  case unauthorizedCallsDropped
  /// The moment at which a failed call is repeated.
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
  /// The behaviour of these SDKs, which the others do not share.
  public let sentence: String
  /// The sources in which it can be read, as `owner/repository: path`.
  public let sources: [String]
  /// The degree to which the sources prove it.
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

/// The degree to which the public SDKs prove a policy.
public enum PolicyEvidence: Hashable, Sendable {
  /// Their own tests show it.
  case tests
  /// Only their code shows it.
  case code
}
