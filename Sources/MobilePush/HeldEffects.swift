import EventSourcing

extension MobilePushSDK {
  /// Returns the gates that hold back the effects of this name at an instant; `nil` without gates.
  ///
  /// The gates are those of the very decisions on which the reducer acts.
  public static func gates(
    of effect: MobilePushEffect.Name, in state: MobilePushState, at instant: Instant
  ) -> [HeldGate]? {
    let context = state.at(instant).context
    return switch effect {
    case .sendRegistration: state.registration.decision(context).held
    case .sendAnalytics: state.analytics.decision(context).held
    case .fetchInboxMessages: state.inbox.refreshDecision(context).held
    case .showInAppMessage: state.inApp.heldDisplay(context)
    case .requestDeviceToken: state.push.tokenDecision(context).held
    case .fetchInAppMessages: state.inApp.fetchDecision(context).held
    case .notifyRegistrationListener, .notifyInboxUpdated, .refuseInboxRefresh, .setTimer,
      .cancelTimer, .diagnose:
      nil
    }
  }

  /// The gates that can hold back the effects of this name; none for those without gates.
  public static func gateWords(of effect: MobilePushEffect.Name) -> [GateWord] {
    switch effect {
    case .sendRegistration: RegistrationGate.words
    case .sendAnalytics: AnalyticsGate.words
    case .fetchInboxMessages: RefreshGate.words
    case .showInAppMessage: DisplayGate.words
    case .requestDeviceToken: TokenGate.words
    case .fetchInAppMessages: FetchGate.words
    case .notifyRegistrationListener, .notifyInboxUpdated, .refuseInboxRefresh, .setTimer,
      .cancelTimer, .diagnose:
      []
    }
  }
}
