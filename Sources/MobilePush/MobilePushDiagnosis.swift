import EventSourcing

/// The reason why the SDK or a backend ignored something, or what about it was questionable.
public enum MobilePushDiagnosis: String, Choice {
  /// No process of the app was alive.
  case noProcess = "no_process"
  /// The SDK did not initialize in this process.
  case notInitialized = "not_initialized"
  /// The device was not unlocked since it restarted: what the SDK has stored cannot be read.
  case storageLocked = "storage_locked"
  /// The app already was where it went.
  case alreadyThere = "already_there"
  /// The feature is switched off in the configuration.
  case featureOff = "feature_off"
  /// The app changed its record in the background, which wastes calls (REG-21).
  case changedInBackground = "changed_in_background"
  /// The delay flag is set and the app was left without having set a contact key: the device is not
  /// registered, for the flag is for apps that know who uses them (ENG-13).
  case delayedWithoutContactKey = "delayed_without_contact_key"
  /// The contact key was null or blank (REG-16).
  case contactKeyBlank = "contact_key_blank"
  /// The attribute's key was null or blank (REG-18).
  case attributeKeyBlank = "attribute_key_blank"
  /// The attribute's key is a reserved word (REG-18).
  case attributeKeyReserved = "attribute_key_reserved"
  /// The attribute's value was null (REG-19).
  case attributeValueNull = "attribute_value_null"
  /// The tag was null or blank (REG-20).
  case tagBlank = "tag_blank"
  /// The tag is set by the SDK itself and stays.
  case tagAutomatic = "tag_automatic"
  /// The token was blank.
  case tokenBlank = "token_blank"
  /// The device's ids are set once.
  case deviceIDFixed = "device_id_fixed"
  /// A listener of this name is there already, or is not there.
  case listenerUnchanged = "listener_unchanged"
  /// No request of this number is waiting for an answer.
  case unknownRequest = "unknown_request"
  /// The answer belongs to a request older than one already answered.
  case staleAnswer = "stale_answer"
  /// No such timer was due.
  case unexpectedTimer = "unexpected_timer"
  /// A silent push with content that the SDK does not know.
  case unknownContent = "unknown_content"
  /// The event's name was blank.
  case eventNameBlank = "event_name_blank"
  /// The message cannot be what was asked for.
  case invalidMessage = "invalid_message"
  /// No message of this id is there.
  case unknownMessage = "unknown_message"
  /// The in-app message is not on screen.
  case notShowing = "not_showing"
  /// The message already was in that state.
  case alreadyDone = "already_done"
  /// A refresh already waits for the network.
  case refreshWaiting = "refresh_waiting"
  /// A registration has an attribute that was never created in the account (ENG-12).
  case unknownAttribute = "unknown_attribute"
  /// A contact gathers more devices than a person has: its key is not unique (ENG-13).
  case sharedContactKey = "shared_contact_key"
  /// The message has no id, or a trigger that nothing can meet.
  case impossibleMessage = "impossible_message"
  /// The contact has never been registered, or its data is not visible yet.
  case unknownContact = "unknown_contact"
}
