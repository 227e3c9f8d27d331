extension Policy {
  /// All differences. The document follows none of these policies: each is named for what an SDK
  /// does in place of what the document says.
  package static let table: [PolicyRow] =
    clientRows + contactRows + eventRows + pushTokenRows + applicationRows + callRows

  private static let clientRows = [
    // ios stores them as it sends them and android with any answer. As both keep the call until
    // it is accepted or refused, a refusal is where that differs from the document.
    PolicyRow(
      .refusedPropertiesKnown, "refused_properties_known", by: [.ios, .android],
      "Device properties count as known after a refusal too, not only once acknowledged.",
      [PolicySource.iosDeviceInfo, PolicySource.androidClientAnswer]),
    PolicyRow(
      .propertiesCheckedOnActivation, "properties_checked_on_activation", by: [.ios, .android],
      "A changed property is noticed when the app comes to the front, not at once.",
      [PolicySource.iosAppStart, PolicySource.androidDeviceInfo]),
    PolicyRow(
      .propertiesSentWithoutClientState, "properties_sent_without_client_state", by: [.ios],
      "Unchanged properties are sent again at a start while no client state is held.",
      [PolicySource.iosDeviceInfo]),
    PolicyRow(
      .propertiesSentWithoutContact, "properties_sent_without_contact", by: [.android],
      "A new process with neither client state nor contact sends unchanged properties again.",
      [PolicySource.androidSetup]),
  ]

  private static let contactRows = [
    PolicyRow(
      .contactKeptAtStart, "contact_kept_at_start", by: [.ios, .android],
      "A start without tokens links no anonymous contact while a contact is set.",
      [PolicySource.iosSetup, PolicySource.androidSetup]),
    PolicyRow(
      .sameContactSkipped, "same_contact_skipped", by: [.ios, .android],
      "Setting the contact that is set already makes no call.",
      [PolicySource.iosContact, PolicySource.androidContact]),
    PolicyRow(
      .contactFieldIgnored, "contact_field_ignored", by: [.ios],
      "Whether a contact is set already is decided by its value alone, not by its field.",
      [PolicySource.iosContact]),
    PolicyRow(
      .firstContactOfProcessSent, "first_contact_of_process_sent", by: [.android],
      "The first contact that a process sets is always linked, also if it is set already.",
      [PolicySource.androidContact]),
    PolicyRow(
      .contactKnownAtCall, "contact_known_at_call", by: [.ios, .android],
      "A contact counts as set when the app says so, not when the link is acknowledged.",
      [PolicySource.iosContact, PolicySource.androidContact]),
    PolicyRow(
      .contactRolledBack, "contact_rolled_back", by: [.ios],
      "A refused link brings back the contact from before the call.",
      [PolicySource.iosContact, PolicySource.iosContext]),
    PolicyRow(
      .tokensNotInBackup, "tokens_not_in_backup", by: [.ios],
      "A backup brings the contact to another device, but not its tokens.",
      [PolicySource.iosStorage, PolicySource.iosContext]),
    PolicyRow(
      .anonymousLogoutSkipped, "anonymous_logout_skipped", by: [.ios, .android],
      "Signing out with a contact token and without a contact makes no call.",
      [PolicySource.iosContact, PolicySource.androidContact]),
    PolicyRow(
      .logoutAfterSessionEnd, "logout_after_session_end", by: [.android],
      "Signing out waits until the end of the running session has been accepted or refused.",
      [PolicySource.androidContact]),
    PolicyRow(
      .tokensForgottenAtLogout, "tokens_forgotten_at_logout", by: [.android],
      "Signing out forgets the tokens before the anonymous link leaves, not when it is answered.",
      [PolicySource.androidContact]),
  ]

  private static let eventRows = [
    PolicyRow(
      .startNeedsToken, "start_needs_token", by: [.ios, .android],
      "Without a contact token app:start is not tracked at all, rather than waiting for one.",
      [PolicySource.iosAppStart, PolicySource.androidAppStart]),
    PolicyRow(
      .sessionNeedsToken, "session_needs_token", by: [.android],
      "Without a contact token no session starts, and session:start is not tracked at all.",
      [PolicySource.androidSession]),
    PolicyRow(
      .sessionPerForeground, "session_per_foreground", by: [.ios, .android],
      "Each stay in the foreground is a session, with session:start and session:end.",
      [PolicySource.iosSession, PolicySource.androidLifecycle]),
    PolicyRow(
      .sessionFollowsCall, "session_follows_call", by: [.android],
      "Setting another contact ends the session and starts one, without waiting for the link.",
      [PolicySource.androidContact]),
    PolicyRow(
      .sessionFollowsLink, "session_follows_link", by: [.ios],
      "An accepted link ends the running session; once that is accepted, the next one starts.",
      [PolicySource.iosContact]),
    PolicyRow(
      .sessionFollowsAnonymousLink, "session_follows_anonymous_link", by: [.android],
      "An accepted anonymous link starts a session.",
      [PolicySource.androidContact]),
    PolicyRow(
      .batchesOvertakeCalls, "batches_overtake_calls", by: [.ios, .android],
      "A batch takes the events of the whole queue, also from behind a change of the contact.",
      [PolicySource.iosBatch, PolicySource.androidBatch]),
    PolicyRow(
      .batchesUnlimited, "batches_unlimited", by: [.ios, .android],
      "A batch takes any number of events.",
      [PolicySource.iosBatch, PolicySource.androidBatch]),
  ]

  private static let pushTokenRows = [
    PolicyRow(
      .pushTokenNeedsClientState, "push_token_needs_client_state", by: [.ios, .android],
      "Push-token calls wait for a client state, and carry a contact token only if there is one.",
      [PolicySource.iosToken, PolicySource.androidToken]),
    PolicyRow(
      .pushTokenSetAgainAtStart, "push_token_set_again_at_start", by: [.android],
      "A start sets the last push token again before the properties, even if the app removed it.",
      [PolicySource.androidSetup, PolicySource.androidPush]),
    PolicyRow(
      .pushTokenForgottenAtLogout, "push_token_forgotten_at_logout", by: [.ios, .android],
      "Signing out makes the SDK forget that the push token is registered.",
      [PolicySource.iosContact, PolicySource.androidContact]),
    PolicyRow(
      .pushTokenForgottenOn401, "push_token_forgotten_on_401", by: [.ios, .android],
      "A refused contact token makes the SDK forget that the push token is registered.",
      [PolicySource.iosRefresh, PolicySource.androidRefresh]),
  ]

  private static let applicationRows = [
    PolicyRow(
      .applicationChangeStartsOver, "application_change_starts_over", by: [.ios, .android],
      "A new application code signs off under the old one, forgets everything and starts over.",
      [PolicySource.iosConfig, PolicySource.androidConfig]),
    PolicyRow(
      .newApplicationLinkedUnlessIdentified, "new_application_linked_unless_identified",
      by: [.android],
      "A new application gets an anonymous contact only if no contact was set under the old one.",
      [PolicySource.androidConfig]),
    PolicyRow(
      .newApplicationLinkNeedsClient, "new_application_link_needs_client", by: [.ios],
      "A new application gets an anonymous contact once its properties have been accepted.",
      [PolicySource.iosConfig]),
  ]

  private static let callRows = [
    PolicyRow(
      .linkCallsWithoutToken, "link_calls_without_token", by: [.ios, .android],
      "Linking a contact and refreshing carry no contact token; an anonymous link does.",
      [PolicySource.iosToken, PolicySource.androidToken]),
    PolicyRow(
      .refreshedThreeTimes, "refreshed_three_times", by: [.ios, .android],
      "A call is repeated after up to three refreshes, not after one.",
      [PolicySource.iosRefresh, PolicySource.androidRefresh]),
    PolicyRow(
      .refreshTokenKept, "refresh_token_kept", by: [.ios, .android],
      "A refresh renews the contact token alone and keeps the refresh token.",
      [PolicySource.iosRefresh, PolicySource.androidRefresh]),
    PolicyRow(
      .unauthorizedCallsDropped, "unauthorized_calls_dropped", by: [.ios, .android],
      "A call whose contact token cannot be refreshed is dropped, not kept for the next token.",
      [PolicySource.iosRefresh, PolicySource.iosQueue, PolicySource.androidQueue]),
    PolicyRow(
      .retriedOnTrigger, "retried_on_trigger", by: [.ios, .android],
      "A failed call waits for the next call or for the network; no timer repeats it.",
      [PolicySource.iosQueue, PolicySource.androidQueue]),
  ]
}
