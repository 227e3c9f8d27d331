import EventSourcing

/// The rules that can be broken as public SDKs once broke them.
///
/// Each is read at the rule alone, through the settings. It stands in the state and not in a
/// reading, a profile or the configuration, so that no event, spec or trace can bring it about:
/// only a device that is installed with it has it, and only the gallery installs one. It is left
/// out of what is written down, compared and shown, so a machine without a bug is as it was.
public enum MobileEngageDefect: String, CaseIterable, Sendable {
  /// A refused call is refreshed without a refresh token, again and again.
  case endlessRefreshing = "endless-refreshing"
  /// Another application keeps the memory that the push token is registered.
  case tokenLeftBehind = "token-left-behind"
  /// A new application gets no anonymous contact.
  case newApplicationWithoutContact = "new-application-without-contact"
  /// Every launch with a configuration forgets who is signed in.
  case signedOutAtEveryStart = "signed-out-at-every-start"
  /// Another contact leaves the session as it is.
  case sessionGoesOn = "session-goes-on"
  /// A logout does not wait for the end of the session.
  case sessionEndAfterLogout = "session-end-after-logout"
  /// Every return to the front is a start of the app.
  case secondAppStart = "second-app-start"
  /// Events leave although there is no contact token.
  case eventWithoutToken = "event-without-token"
  /// An update of the app is no change of the device.
  case appVersionIgnored = "app-version-ignored"
  /// The contact ends with the process.
  case contactForgottenAtRestart = "contact-forgotten-at-restart"
  /// A push token that comes before a contact token is dropped.
  case tokenBeforeLoginLost = "token-before-login-lost"
  /// A start sets the first push token again, and not the last one.
  case deadTokenAtRestart = "dead-token-at-restart"
  /// The tokens of a contact outlive the logout.
  case oldContactAfterLogout = "old-contact-after-logout"
  /// A logout drops the events that wait.
  case eventLostAtLogout = "event-lost-at-logout"
  /// A new installation finds the tokens of the old one.
  case tokensOutliveReinstallation = "tokens-outlive-reinstallation"
}
