/// The points in which the document and the public SDKs differ and that change what is sent.
///
/// The reducer asks whether the profile in force follows a policy, and never which profile it
/// is. What each policy says, who follows it, and where that can be read, stands in `table` alone.
public enum Policy: Int, CaseIterable, Sendable {
  // Device properties
  case propertiesKnownWhenSent
  case propertiesKnownWhenAnswered
  case propertiesCheckedOnActivation
  case propertiesSentWithoutClientState
  case propertiesSentWithoutContact

  // The contact
  case contactKeptAtStart
  case sameContactSkipped
  case contactFieldIgnored
  case firstContactOfProcessSent
  case contactKnownAtCall
  case contactRolledBack
  case anonymousLogoutSkipped
  case logoutAfterSessionEnd
  case tokensForgottenAtLogout

  // Start events and sessions
  case startNeedsToken
  case sessionNeedsToken
  case sessionPerForeground
  case sessionFollowsCall
  case sessionFollowsLink
  case sessionFollowsAnonymousLink

  // Batches
  case batchesOvertakeCalls
  case batchesUnlimited

  // The push token
  case pushTokenSetAgainAtStart
  case pushTokenForgottenAtLogout
  case pushTokenForgottenOn401

  // The application code
  case applicationChangeStartsOver
  case newApplicationLinkedUnlessIdentified
  case newApplicationLinkNeedsClient

  // Failures
  case linkCallsWithoutToken
  case refreshedThreeTimes
  case refreshTokenKept
  case unauthorizedCallsDropped
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
