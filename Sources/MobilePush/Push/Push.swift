import EventSourcing
import Platform

/// The permission and the app's switch, and whether a token was asked for.
public struct PushState: StateView {
  /// Whether the user permits notifications; `nil` before the system said so.
  public private(set) var permission: Bool?
  /// The app's own switch for push.
  public private(set) var switchedOn = true
  /// Whether this process has asked for a token.
  public private(set) var tokenRequested = false

  /// Whether the user permits notifications; a device is opted in unless the system says otherwise.
  public var optedIn: Bool { permission ?? true }

  /// Whether the user permits notifications and the app wants them.
  var isEffective: Bool { optedIn && switchedOn }

  /// A permission granted while the process lives asks at once, in the background too.
  mutating func permissionChanged(
    optedIn: Bool, _ context: EventContext, _ effects: inout NumberedEffects
  ) {
    let isGranted = optedIn && !self.optedIn
    permission = optedIn
    if !optedIn, context.has(.permissionOverridesSwitch) { switchedOn = false }
    if isGranted, context.isRunning, !context.holdsToken { requestToken(context, &effects) }
  }

  mutating func setSwitch(_ on: Bool) { switchedOn = on }

  /// Asks once per process as the app comes to the front, and again there while no token is held
  /// (PUSH-1).
  mutating func appOpened(_ context: EventContext, _ effects: inout NumberedEffects) {
    requestToken(context, &effects)
  }

  /// Asks again when the network is back and this process's request was not answered.
  mutating func repeatRequest(_ context: EventContext, _ effects: inout NumberedEffects) {
    if tokenRequested, !context.holdsToken { requestToken(context, &effects) }
  }

  private mutating func requestToken(_ context: EventContext, _ effects: inout NumberedEffects) {
    guard tokenDecision(context).outcome == .go else { return }
    tokenRequested = true
    effects.append(.requestDeviceToken)
  }

  /// Forgets what the app chose; the permission is the system's.
  mutating func reinstalled() { switchedOn = true }

  /// Forgets what ends with a process.
  mutating func processEnded() { tokenRequested = false }
}

/// The content that a silent push can announce (PUSH-5).
public enum SilentPushContent: String, CaseIterable, Sendable {
  /// There are new in-app messages.
  case inApp = "in_app"
  /// There are new inbox messages.
  case inbox
}

extension PushState: Record {
  public static var sample: PushState { PushState() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> PushState {
    var stored = self
    stored.permission = try visitor(
      "permission", permission, "Whether the user permits notifications.")
    stored.switchedOn = try visitor("switched_on", switchedOn, "The app's own switch for push.")
    stored.tokenRequested = try visitor(
      "token_requested", tokenRequested, "Whether this process asked for a token.")
    return stored
  }
}
