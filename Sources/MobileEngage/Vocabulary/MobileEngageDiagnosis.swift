import EventSourcing

/// The reason why the SDK ignored something, or what about it was questionable.
public enum MobileEngageDiagnosis: String, Choice {
  /// No process of the app was alive.
  case noProcess = "no_process"
  /// The device was not unlocked since it restarted: what the SDK has stored cannot be read.
  case storageLocked = "storage_locked"
  /// The app already was where it went.
  case alreadyThere = "already_there"
  /// The contact's value was null or blank.
  case contactBlank = "contact_blank"
  /// The same contact is set already, and this profile does not link it again.
  case contactUnchanged = "contact_unchanged"
  /// No contact was set, and this profile links no other anonymous contact then.
  case contactAnonymous = "contact_anonymous"
  /// The push token was blank.
  case tokenBlank = "token_blank"
  /// The push token is registered already, or is on its way.
  case tokenUnchanged = "token_unchanged"
  /// There is no push token to remove.
  case tokenAbsent = "token_absent"
  /// The event's name was blank.
  case eventNameBlank = "event_name_blank"
  /// The application code was blank, or is the one in use.
  case applicationCodeUnchanged = "application_code_unchanged"
  /// The harness named an unknown profile.
  case unknownProfile = "unknown_profile"
  /// No request of this number is waiting for an answer.
  case unknownRequest = "unknown_request"
  /// No such timer was due.
  case unexpectedTimer = "unexpected_timer"
  /// A link or a refresh was answered 2xx without a contact token.
  case tokenMissing = "token_missing"
}
