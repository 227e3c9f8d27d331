import EventSourcing
import Platform

/// Everything that the SDK on one device remembers.
///
/// All of it follows from the log, so it survives the process (REG-22, ANA-2); what a process
/// alone knows is forgotten when it ends. Each part is changed by the functions of its own type
/// only: the compiler keeps the features apart.
public struct MobilePushState: StateView {
  /// The readings of the documents.
  public internal(set) var readings = Shared(MobilePushReadings())
  /// The name of the profile from which the readings came.
  public internal(set) var profile = "documents"
  /// The configuration by the app so far.
  public internal(set) var config = MobilePushConfig()
  /// The app's process, as far as there is one.
  public internal(set) var process = AppProcess()
  /// The network, the clock, the storage and the installations.
  public internal(set) var system = SystemFacts()
  /// Permission, the app's switch and the request for a token.
  public internal(set) var push = PushState()
  /// The device's record, what was sent of it, and what is to be sent.
  public internal(set) var registration = RegistrationState()
  /// The entries that were recorded and not yet acknowledged.
  public internal(set) var analytics = AnalyticsState()
  /// The downloaded in-app messages.
  public internal(set) var inApp = InAppState()
  /// The downloaded inbox messages.
  public internal(set) var inbox = InboxState()
  /// The number of the last request: they are counted over all kinds, for the device's whole life.
  public internal(set) var lastRequest: Int64 = 0
  /// The instant of the last event, for which views are taken; nothing else depends on it.
  public internal(set) var now = Instant(milliseconds: 0)
  /// The rule that is broken as a public SDK once broke it; `nil` outside the gallery.
  ///
  /// It is neither described nor compared: see `MobilePushDefect`.
  @Incidental var defect: MobilePushDefect?

  /// The same state as it looks at `instant`: messages come and go by date.
  public func at(_ instant: Instant) -> MobilePushState {
    var state = self
    state.now = instant
    return state
  }

  /// The instant from which the next registration may leave, given a network and a living process;
  /// `nil` when there is none to send or something has to happen first.
  public var nextAttempt: Instant? { registration.nextAttempt(context) }

  /// The facts that events have told about the device; the first launch keeps them.
  public var knownDevice: DeviceProfile {
    let record = registration.record.value
    return DeviceProfile(
      deviceID: record.deviceID, registrationID: record.registrationID,
      optedIn: push.permission,
      DeviceChange(
        platform: record.platform, platformVersion: record.platformVersion,
        appVersion: record.appVersion, sdkVersion: record.sdkVersion, hardware: record.hwid,
        locale: record.locale, language: record.language,
        timeZone: record.timeZone.flatMap { Int64($0) }, dst: record.dst,
        locationEnabled: record.locationEnabled, proximityEnabled: record.proximityEnabled,
        quietPushEnabled: record.quietPushEnabled, debug: registration.tags.debugBuild))
  }

  /// The part of the device that features see at the instant of the last event.
  var context: EventContext {
    EventContext(
      now: now, wallClock: now + system.wallClockOffset, readings: readings.value, config: config,
      phase: process.phase, online: system.online, optedIn: push.optedIn,
      holdsToken: registration.record.value.deviceToken != nil, defect: defect)
  }

  public func view(_ visitor: inout some ViewVisitor) {
    visitor.derived { visitor in
      let record = registration.record.value
      visitor.field("contact_key", record.subscriberKey, "The contact key.")
      visitor.field("attributes", attributes, "The attributes by key.")
      visitor.field("tags", record.tags, "The tags, automatic ones included.")
      visitor.field("push_enabled", record.pushEnabled, "Permission and the app's switch.")
      visitor.field("device_token", record.deviceToken, "The push service's token.")
    }
    visitor.nested(
      "registration", RegistrationView(registration, nextAttempt: nextAttempt),
      "The registrations sent and to be sent.")
    visitor.nested("analytics", analytics, "The entries that wait to be reported.")
    visitor.nested("inbox", InboxView(inbox, at: context.wallClock), "The app's inbox.")
    visitor.nested("in_app", inApp, "The in-app messages.")
  }

  public func details(_ visitor: inout some ViewVisitor) {
    visitor.nested("process", process, "The app's process.")
    visitor.nested("system", system, "Network, clock, storage and installations.")
    visitor.nested("push", push, "Permission and the request for a token.")
    visitor.field("config", config, "The app's configuration.")
    visitor.field("profile", profile, "The source of the readings.")
    visitor.field("readings", readings, "The readings of the documents.")
    visitor.field("requests", lastRequest, "The number of the last request.")
    visitor.memo(now)
  }

  private var attributes: TextMap<AttributeValue> {
    var map = TextMap<AttributeValue>()
    for attribute in registration.record.value.attributes {
      map[attribute.key.text] = attribute.value
    }
    return map
  }
}

extension MobilePushState: Record {
  public static var sample: MobilePushState { MobilePushState() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> MobilePushState {
    var stored = self
    stored.readings = try visitor("readings", readings, "The readings of the documents.")
    stored.profile = try visitor("profile", profile, "The source of the readings.")
    stored.config = try visitor("config", config, "The app's configuration.")
    stored.process = try visitor("process", process, "The app's process.")
    stored.system = try visitor("system", system, "Network, clock, storage and installations.")
    stored.push = try visitor("push", push, "Permission and the request for a token.")
    stored.registration = try visitor(
      "registration", registration, "The record, and what was sent of it.")
    stored.analytics = try visitor(
      "analytics", analytics, "The entries recorded and not yet acknowledged.")
    stored.inApp = try visitor("in_app", inApp, "The downloaded in-app messages.")
    stored.inbox = try visitor("inbox", inbox, "The downloaded inbox messages.")
    stored.lastRequest = try visitor("requests", lastRequest, "The number of the last request.")
    stored.now = try visitor("now", now, "The instant of the last event.")
    return stored
  }
}
