import EventSourcing
import Platform

/// Events that concern more than one feature: what each of them does, in which order.
extension MobilePushState {
  mutating func readingsSet(
    _ readings: MobilePushReadings, of profile: String, _ effects: inout NumberedEffects
  ) {
    self.profile = profile
    self.readings = Shared(readings)
    registration.sendIfDue(context, &effects)
  }

  mutating func wallClockChanged(by span: TimeSpan, _ effects: inout NumberedEffects) {
    system.wallClockChanged(by: span)
    inbox.notifyIfChanged(context, &effects)
  }

  mutating func permissionChanged(optedIn: Bool, _ effects: inout NumberedEffects) {
    push.permissionChanged(optedIn: optedIn, context, &effects)
    registration.permissionChanged(pushEnabled: push.isEffective, context, &effects)
  }

  mutating func pushSwitched(on: Bool, _ effects: inout NumberedEffects) {
    push.setSwitch(on)
    registration.setPushEnabledByApp(push.isEffective, context, &effects)
  }

  /// Records what became of a notification, for the next batch (PUSH-4).
  mutating func notificationHandled(
    _ kind: AnalyticsKind, of notification: String, button: String? = nil,
    _ effects: inout NumberedEffects
  ) {
    guard config.handlesPush else { return effects.diagnose(.featureOff, "push") }
    analytics.record(kind, context) { entry in
      entry.id = notification
      entry.button = button
    }
  }

  /// Fetches what a silent push announces (IAM-2, INBOX-2).
  mutating func silentPushReceived(_ content: String, _ effects: inout NumberedEffects) {
    guard config.handlesPush else { return effects.diagnose(.featureOff, "push") }
    switch SilentPushContent(rawValue: content) {
    case .inApp?: inApp.fetch(.silentPush, context, &effects)
    case .inbox?: inbox.fetch(.silentPush, context, &effects)
    case nil: effects.diagnose(.unknownContent, content)
    }
  }

  /// Records a custom event and shows the in-app message for which it is the trigger (IAM-5).
  mutating func track(
    _ name: String, _ attributes: TextMap<AttributeValue>?, _ effects: inout NumberedEffects
  ) {
    guard !trimmed(name).isEmpty else { return effects.diagnose(.eventNameBlank) }
    analytics.record(.customEvent, context) { entry in
      entry.name = name
      entry.attributes = attributes
    }
    inApp.show(for: name, attributes, context, &analytics, &effects)
  }

  /// Hands the end of a request to the feature that sent it; `nil` is no answer.
  mutating func requestEnded(
    _ request: Int64, with answer: Answer?, _ effects: inout NumberedEffects
  ) {
    if registration.inFlight == request {
      registration.attemptEnded(with: answer, context, &effects)
    } else if analytics.inFlight?.request == request {
      analytics.batchEnded(with: answer, context, &effects)
    } else if inApp.inFlight.contains(request) {
      inApp.fetchEnded(request, with: answer, context, &effects)
    } else if inbox.inFlight.contains(request) {
      inbox.fetchEnded(request, with: answer, context, &analytics, &effects)
    } else {
      // Late, repeated or forged: no feature waits for it, so it says nothing that holds now.
      effects.diagnose(.unknownRequest)
    }
  }
}
