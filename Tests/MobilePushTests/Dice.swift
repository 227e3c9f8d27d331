import EventSourcing
import MobilePush
import Platform

/// Seeded randomness (SplitMix64), the same on every machine.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func roll(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &self) }

  mutating func pick<T>(_ values: [T]) -> T { values[roll(values.count)] }
}

/// Values that a device never has, and some that it has.
extension Dice {
  mutating func number() -> Int64 {
    pick([.min, .min + 1, -1, 0, 1, 2, 3, 201, 429, 500, 60_000, .max - 1, .max])
  }

  mutating func text() -> String {
    pick(["", " ", "a", "b", "in_app", "inbox", " status ", "é\u{301}", "ALL", "DEBUG"])
  }

  mutating func message() -> DownloadedMessage {
    var message = DownloadedMessage(id: text())
    message.version = pick([nil, number()])
    message.priority = number()
    message.trigger = pick([nil, InAppTrigger(event: text())])
    message.displayLimit = pick([nil, number()])
    message.subject = text()
    message.start = pick([nil, Instant(milliseconds: number())])
    message.end = pick([nil, Instant(milliseconds: number())])
    return message
  }

  mutating func readings() -> MobilePushReadings {
    MobilePushReadings(
      send: pick(MobilePushReadings.SendMoment.allCases),
      firstCountsTowardThrottle: pick([true, false]), firstWaitsForToken: pick([true, false]),
      retryOn: pick(MobilePushReadings.RetryCondition.allCases),
      backOff: BackOff(
        first: .milliseconds(number()), factor: number(), cap: .milliseconds(number())),
      inboxLimitCounts: pick(MobilePushReadings.InboxLimit.allCases))
  }

  mutating func config() -> MobilePushConfig {
    MobilePushConfig(
      delayRegistrationUntilContactKeyIsSet: pick([nil, true, false]),
      push: pick([nil, true, false]), inApp: pick([nil, true]), inbox: pick([nil, true]),
      analytics: pick([nil, true, false]), appID: pick([nil, text()]))
  }

  /// Any event at all, with extreme values.
  mutating func event() -> MobilePushEvent {
    switch pick(MobilePushEvent.samples) {
    case .readingsSet: .readingsSet(profile: text(), readings: readings())
    case .appLaunched:
      .appLaunched(
        state: pick([.foreground, .background]), initialized: roll(8) > 0,
        device: DeviceProfile(DeviceChange(timeZone: number(), debug: pick([nil, true, false]))),
        config: config())
    case .deviceChanged: .deviceChanged(DeviceChange(locale: text(), timeZone: number()))
    case .pushPermissionChanged: .pushPermissionChanged(optedIn: pick([true, false]))
    case .deviceTokenReceived: .deviceTokenReceived(token: Personal(text()))
    case .connectivityChanged: .connectivityChanged(online: roll(4) > 0)
    case .wallClockChanged: .wallClockChanged(by: .milliseconds(number()))
    case .contactKeySet: .contactKeySet(key: Nullable(pick([nil, Personal(text())])))
    case .attributeSet:
      .attributeSet(key: Nullable(text()), value: Nullable(AttributeValue(text())))
    case .attributeCleared: .attributeCleared(key: Nullable(text()))
    case .tagAdded: .tagAdded(tag: Nullable(text()))
    case .tagRemoved: .tagRemoved(tag: Nullable(text()))
    case .pushEnabledSet: .pushEnabledSet(enabled: pick([true, false]))
    case .registrationListenerAdded: .registrationListenerAdded(listener: text())
    case .registrationListenerRemoved: .registrationListenerRemoved(listener: text())
    case .silentPushReceived: .silentPushReceived(content: text())
    case .customEventTracked: .customEventTracked(name: text())
    case .inAppMessageInteracted: .inAppMessageInteracted(id: text())
    case .inAppMessageDismissed: .inAppMessageDismissed(id: text())
    case .inboxMessageRead: .inboxMessageRead(id: text())
    case .inboxMessageDeleted: .inboxMessageDeleted(id: text())
    case .responseReceived:
      .responseReceived(
        request: Int64(roll(200)), status: number(), retryAfter: number(), messages: [message()])
    case .requestFailed: .requestFailed(request: Int64(roll(200)), reason: .timeout)
    case .timerFired: .timerFired(timer: pick(MobilePushTimer.allCases))
    case let other: other
    }
  }
}
