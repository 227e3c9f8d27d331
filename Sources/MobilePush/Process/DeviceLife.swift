import EventSourcing
import Platform

/// The life of the device and of the app's data on it (DEV-1 to DEV-4).
extension MobilePushState {
  /// Starts over where nothing of the app's data is there; the facts of the system stay.
  mutating func reinstalled(_ data: StoredData) {
    endProcess()
    system.reinstalled()
    guard data == .none else { return }
    config = MobilePushConfig()
    push.reinstalled()
    registration.reinstalled(pushEnabled: push.isEffective)
    analytics.reinstalled()
    inApp = InAppState()
    inbox = InboxState()
  }

  mutating func deviceRestarted() {
    endProcess()
    system.restarted()
  }

  /// Lets an SDK begin that was started while its storage was locked.
  mutating func deviceUnlocked(_ effects: inout NumberedEffects) {
    system.unlocked()
    guard process.phase == .locked, !context.has(.lockedAtLaunch) else { return }
    process.start(initialized: true)
    registration.beginInstall(at: now)
    resume(&effects)
  }
}

extension MobilePushSDK {
  /// Whether the app was reinstalled without a backup; with one, everything goes on (DEV-2).
  public static func startsOver(with event: MobilePushEvent) -> Bool {
    if case .appReinstalled(.none) = event { true } else { false }
  }
}
