/// The points in which the document and the public SDKs differ and that change what is sent.
///
/// The reducer asks whether the profile in force follows a policy, and never which profile it
/// is. What each policy says, who follows it, and where that can be read, stands in `table` alone.
package enum Policy: Int, CaseIterable, Sendable {
  case refusedPropertiesKnown
  case propertiesCheckedOnActivation
  case tokensNotInBackup
  case propertiesSentWithoutClientState
  case propertiesSentWithoutContact
  case contactKeptAtStart
  case sameContactSkipped
  case contactFieldIgnored
  case firstContactOfProcessSent
  case contactKnownAtCall
  case contactRolledBack
  case anonymousLogoutSkipped
  case logoutAfterSessionEnd
  case tokensForgottenAtLogout
  case startNeedsToken
  case sessionNeedsToken
  case sessionPerForeground
  case sessionFollowsCall
  case sessionFollowsLink
  case sessionFollowsAnonymousLink
  case batchesOvertakeCalls
  case batchesUnlimited
  case pushTokenNeedsClientState
  case pushTokenSetAgainAtStart
  case pushTokenForgottenAtLogout
  case pushTokenForgottenOn401
  case applicationChangeStartsOver
  case newApplicationLinkedUnlessIdentified
  case newApplicationLinkNeedsClient
  case linkCallsWithoutToken
  case refreshedThreeTimes
  case refreshTokenKept
  case unauthorizedCallsDropped
  case retriedOnTrigger

  var bit: UInt64 { 1 << UInt64(rawValue) }
}

/// One difference between the profiles.
package struct PolicyRow: Sendable {
  /// The difference.
  package let policy: Policy
  /// Its name in reports.
  package let name: String
  /// The profiles that follow it.
  package let profiles: [MobileEngageProfile]
  /// The behaviour of these SDKs, which the others do not share.
  package let sentence: String
  /// The sources in which it can be read, as `owner/repository: path`.
  package let sources: [String]

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
