import EventSourcing
import Platform

/// The life of the device and of the app's data on it (DEV-1 to DEV-4).
extension MobileEngageState {
  /// Starts over where nothing of the app's data is there; the facts of the system stay.
  mutating func reinstall(
    _ data: StoredData, at now: Instant, _ effects: inout Effects<MobileEngageEffect>
  ) {
    endProcess(at: now, &effects)
    switch data {
    case .backup:
      if settings.follows(.tokensNotInBackup) { contact.forgetTokens() }
    case .none:
      settings.forgetConfiguration()
      process.reinstall(after: traffic.lastRequest)
      application = ApplicationState()
      client.startOver()
      contact.reinstall(keepsTokens: settings.has(.tokensOutliveReinstallation))
      push = PushTokenState()
      queue.reinstall()
    }
  }

  mutating func restart(at now: Instant, _ effects: inout Effects<MobileEngageEffect>) {
    endProcess(at: now, &effects)
    process.restart()
  }

  /// Lets an SDK begin that was started while its storage was locked.
  mutating func unlock(at now: Instant) {
    process.unlock()
    if process.phase == .locked { start(.background, at: now) }
  }
}

extension MobileEngageSDK {
  /// Whether the app was reinstalled without a backup; with one, everything goes on (DEV-2).
  public static func startsOver(with event: MobileEngageEvent) -> Bool {
    if case .appReinstalled(.none) = event { true } else { false }
  }
}
