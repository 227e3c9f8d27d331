import EventSourcing
import Platform

extension MobilePushState {
  /// Asks for a token once per process, when it first comes to the front (PUSH-1).
  mutating func requestToken(_ effects: inout Effects<MobilePushEffect>) {
    guard !process.tokenRequested, config.handlesPush else { return }
    process.tokenRequested = true
    effects.append(.requestDeviceToken)
  }

  mutating func receive(_ token: Personal, _ effects: inout Effects<MobilePushEffect>) {
    guard config.handlesPush else { return effects.diagnose(.featureOff, "push") }
    guard !trimmed(token.text).isEmpty else { return effects.diagnose(.tokenBlank) }
    changeRecord(&effects) { replace(&$0.deviceToken, with: token) }
  }

  mutating func permit(_ optedIn: Bool, _ effects: inout Effects<MobilePushEffect>) {
    system.optedIn = optedIn
    let effective = optedIn && system.pushSwitch
    if !changeRecord(&effects, { replace(&$0.pushEnabled, with: effective) }) {
      // Without permission no token comes, and a first registration that waits for it leaves.
      settleRegistration(&effects)
    }
  }

  /// A notification is recorded and reported with the next batch (PUSH-4).
  mutating func report(
    _ kind: AnalyticsKind, of notification: String, _ effects: inout Effects<MobilePushEffect>
  ) {
    guard config.handlesPush else { return effects.diagnose(.featureOff, "push") }
    enter(kind) { $0.id = notification }
  }

  mutating func wake(for content: String, _ effects: inout Effects<MobilePushEffect>) {
    guard config.handlesPush else { return effects.diagnose(.featureOff, "push") }
    switch SilentPushContent(rawValue: content) {
    case .inApp?: fetchInApp(.silentPush, &effects)
    case .inbox?: fetchInbox(.silentPush, &effects)
    case nil: effects.diagnose(.unknownContent, content)
    }
  }
}

/// What a silent push can announce (PUSH-5).
public enum SilentPushContent: String, CaseIterable, Sendable {
  /// There are new in-app messages.
  case inApp = "in_app"
  /// There are new inbox messages.
  case inbox
}
