import EventSourcing
import Platform

/// What is known about permission and the app's switch, and whether a token was asked for.
public struct PushState: StateView {
  /// Whether the user permits notifications.
  public private(set) var optedIn = true
  /// The app's own switch for push.
  public private(set) var switchedOn = true
  /// Whether this process has asked for a token.
  public private(set) var tokenRequested = false

  /// Whether the user permits notifications and the app wants them.
  var isEffective: Bool { optedIn && switchedOn }

  mutating func permissionChanged(optedIn: Bool) { self.optedIn = optedIn }

  mutating func setSwitch(_ on: Bool) { switchedOn = on }

  /// Asks for a token once per process, when it first comes to the front (PUSH-1).
  mutating func requestToken(_ context: EventContext, _ effects: inout Effects<MobilePushEffect>) {
    guard !tokenRequested, context.config.handlesPush else { return }
    tokenRequested = true
    effects.append(.requestDeviceToken)
  }

  /// Forgets what ends with a process.
  mutating func processEnded() { tokenRequested = false }

  public func view<V: Visitor>(_ visitor: inout V) throws(V.Failure) {
    _ = try visitor("opted_in", optedIn, "Whether the user permits notifications.")
    _ = try visitor("switched_on", switchedOn, "The app's own switch for push.")
    _ = try visitor("token_requested", tokenRequested, "Whether this process asked for a token.")
  }
}

/// What a silent push can announce (PUSH-5).
public enum SilentPushContent: String, CaseIterable, Sendable {
  /// There are new in-app messages.
  case inApp = "in_app"
  /// There are new inbox messages.
  case inbox
}
