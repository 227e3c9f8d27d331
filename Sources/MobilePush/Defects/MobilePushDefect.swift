import EventSourcing

/// The rules that can be broken as public SDKs once broke them.
///
/// Each is read at the rule alone, through the context of an event. It stands in the state and not
/// in a reading, a profile or a setting, so that no event, spec or trace can bring it about: only
/// a device that is installed with it has it, and only the gallery installs one. It is left out of
/// what is written down, compared and shown, so a machine without a bug is as it was.
public enum MobilePushDefect: String, CaseIterable, Sendable {
  /// Every change leaves at once.
  case registrationsWithinSeconds = "registrations-within-seconds"
  /// A change that waits at the end of a process is forgotten with it.
  case pendingChangeLost = "pending-change-lost"
  /// A withdrawn permission switches the app's own switch off.
  case permissionOverridesSwitch = "permission-overrides-switch"
  /// The last entry of an accepted batch stays in the queue.
  case lastEntrySentAgain = "last-entry-sent-again"
  /// A download of the same version counts its displays anew.
  case displayLimitForgotten = "display-limit-forgotten"
  /// An inbox message is visible before its start.
  case inboxStartIgnored = "inbox-start-ignored"
  /// A replaced inbox message counts as read if the old one was.
  case replacedMessageStaysRead = "replaced-message-stays-read"
  /// An SDK that found its storage locked does not begin when the device is unlocked.
  case lockedAtLaunch = "locked-at-launch"
}

extension MobilePushState {
  /// Creates the state of a device on which an app with a bug was just installed.
  package init(with defect: MobilePushDefect) {
    self.init()
    self.defect = defect
  }
}

extension EventContext {
  /// Whether a rule is broken.
  func has(_ defect: MobilePushDefect) -> Bool { self.defect == defect }
}
