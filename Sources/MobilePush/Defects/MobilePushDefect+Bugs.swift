import EventSourcing

extension MobilePushDefect {
  /// The bug that broke the rule, with its source.
  public var bug: RealBug {
    switch self {
    case .registrationsWithinSeconds: .registrationsWithinSeconds
    case .pendingChangeLost: .pendingChangeLost
    case .permissionOverridesSwitch: .permissionOverridesSwitch
    case .lastEntrySentAgain: .lastEntrySentAgain
    case .displayLimitForgotten: .displayLimitForgotten
    case .inboxStartIgnored: .inboxStartIgnored
    case .replacedMessageStaysRead: .replacedMessageStaysRead
    case .lockedAtLaunch: .lockedAtLaunch
    }
  }
}
