import EventSourcing

extension MobileEngageDefect {
  /// The bug that broke the rule, with its source.
  public var bug: RealBug {
    switch self {
    case .endlessRefreshing: .endlessRefreshing
    case .tokenLeftBehind: .tokenLeftBehind
    case .newApplicationWithoutContact: .newApplicationWithoutContact
    case .signedOutAtEveryStart: .signedOutAtEveryStart
    case .sessionGoesOn: .sessionGoesOn
    case .sessionEndAfterLogout: .sessionEndAfterLogout
    case .secondAppStart: .secondAppStart
    case .eventWithoutToken: .eventWithoutToken
    case .appVersionIgnored: .appVersionIgnored
    case .contactForgottenAtRestart: .contactForgottenAtRestart
    case .tokenBeforeLoginLost: .tokenBeforeLoginLost
    case .deadTokenAtRestart: .deadTokenAtRestart
    case .oldContactAfterLogout: .oldContactAfterLogout
    case .eventLostAtLogout: .eventLostAtLogout
    case .tokensOutliveReinstallation: .tokensOutliveReinstallation
    }
  }
}
