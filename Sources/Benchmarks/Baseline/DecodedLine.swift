import EventSourcing
import Foundation
import MobilePush
import Platform

/// A line of a trace as a program without this project would declare it: Codable throughout.
struct DecodedLine: Codable {
  var seq: Int64 = 0
  var at: Int64 = 0
  var cause: Int64?
  /// The name of the event or effect.
  var name = ""
  /// The data of the event or effect, as its own structure.
  var data: any Codable = DecodedNothing()
  /// The event as the reducer takes it; `nil` for an effect.
  var event: MobilePushEvent?

  private enum CodingKeys: CodingKey {
    case seq, at, cause, event, effect, data, pushtrace, end
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    if members.contains(.pushtrace) || members.contains(.end) { return }
    seq = try members.decode(Int64.self, forKey: .seq)
    at = try members.decode(Int64.self, forKey: .at)
    cause = try members.decodeIfPresent(Int64.self, forKey: .cause)
    if let name = try members.decodeIfPresent(String.self, forKey: .event) {
      self.name = name
      event = try DecodedLine.event(name, members, &data)
    } else {
      name = try members.decode(String.self, forKey: .effect)
      data = try DecodedLine.effect(name, members)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(seq, forKey: .seq)
    try members.encode(at, forKey: .at)
    try members.encode(name, forKey: event == nil ? .effect : .event)
    try members.encodeIfPresent(cause, forKey: .cause)
    try members.encode(data, forKey: .data)
  }

  private static func event(
    _ name: String, _ members: KeyedDecodingContainer<CodingKeys>, _ kept: inout any Codable
  ) throws -> MobilePushEvent {
    func data<T: Codable>(_ type: T.Type) throws -> T {
      let data = try members.decode(type, forKey: .data)
      kept = data
      return data
    }
    switch name {
    case "app_launched": return try data(DecodedLaunch.self).event
    case "app_foregrounded": return .appForegrounded
    case "app_backgrounded": return .appBackgrounded
    case "process_terminated": return .processTerminated
    case "inbox_refresh_requested": return .inboxRefreshRequested
    case "attribute_set":
      let data = try data(DecodedPair.self)
      return .attributeSet(
        key: Nullable(data.key), value: Nullable(data.value.map { AttributeValue($0) }))
    case "contact_key_set":
      return .contactKeySet(key: Nullable(try data(DecodedPair.self).key.map { Personal($0) }))
    case "tag_added": return .tagAdded(tag: Nullable(try data(DecodedTag.self).tag))
    case "tag_removed": return .tagRemoved(tag: Nullable(try data(DecodedTag.self).tag))
    case "device_token_received":
      return .deviceTokenReceived(token: Personal(try data(DecodedToken.self).token))
    case "notification_received": return .notificationReceived(id: try data(DecodedID.self).id)
    case "notification_opened": return .notificationOpened(id: try data(DecodedID.self).id)
    case "custom_event_tracked": return try data(DecodedCustomEvent.self).event
    case "timer_fired":
      return .timerFired(timer: try data(DecodedTimer.self).timer)
    case "response_received":
      let data = try data(DecodedResponse.self)
      return .responseReceived(
        request: data.request, status: data.status, retryAfter: data.retry_after,
        messages: data.messages.map { _ in [] })
    case _:
      throw DecodingError.dataCorruptedError(
        forKey: .event, in: members, debugDescription: "not in this workload: \(name)")
    }
  }

  private static func effect(
    _ name: String, _ members: KeyedDecodingContainer<CodingKeys>
  ) throws -> any Codable {
    func data<T: Codable>(_ type: T.Type) throws -> T { try members.decode(type, forKey: .data) }
    switch name {
    case "send_registration": return try data(DecodedRegistration.self)
    case "send_analytics": return try data(DecodedAnalytics.self)
    case "set_timer": return try data(DecodedTimer.self)
    case "cancel_timer": return try data(DecodedTimer.self)
    case "diagnose": return try data(DecodedDiagnosis.self)
    case "fetch_in_app_messages", "fetch_inbox_messages": return try data(DecodedFetch.self)
    case _: return try data(DecodedNothing.self)
    }
  }
}

// The `data` of the words that occur in the benchmark's trace, field by field as they are written.

struct DecodedNothing: Codable {}
struct DecodedID: Codable { var id: String }
struct DecodedTag: Codable { var tag: String? }
struct DecodedToken: Codable { var token: String }
struct DecodedPair: Codable { var key: String?, value: String? }
struct DecodedFetch: Codable { var request: Int64, reason: String }
struct DecodedDiagnosis: Codable { var code: String, detail: String }

extension MobilePushTimer: Codable {}
extension LaunchState: Codable {}
extension AnalyticsKind: Codable {}
extension RegistrationReason: Codable {}

struct DecodedTimer: Codable { var timer: MobilePushTimer, due: Int64? }

struct DecodedResponse: Codable {
  var request: Int64, status: Int64, retry_after: Int64?, messages: [DecodedNothing]?
}

struct DecodedCustomEvent: Codable {
  var name: String, attributes: [String: String]?

  var event: MobilePushEvent {
    var map: TextMap<AttributeValue>?
    if let attributes {
      var values = TextMap<AttributeValue>()
      for key in attributes.keys.sorted() { values[key] = attributes[key].map { .init($0) } }
      map = values
    }
    return .customEventTracked(name: name, attributes: map)
  }
}

struct DecodedAnalytics: Codable {
  var request: Int64, batch: [Entry]

  struct Entry: Codable {
    var entry: Int64, kind: AnalyticsKind, at: Int64, id: String?, name: String?
    var attributes: [String: String]?, button: String?, duration: Int64?
  }
}

struct DecodedRegistration: Codable {
  var request: Int64, reason: RegistrationReason, body: Body

  struct Body: Codable {
    var subscriberKey: String?, device_Token: String?, deviceID: String?, registrationId: String?
    var etAppId: String?, push_Enabled: Bool, quietPushEnabled: Bool?, location_Enabled: Bool?
    var proximity_Enabled: Bool?, platform: String?, platform_Version: String?
    var app_Version: String?, sdk_Version: String?, hwid: String?, locale: String?
    var language: String?, timeZone: String?, dST: Bool?
    var attributes: [DecodedPair], tags: [String]
  }
}

struct DecodedLaunch: Codable {
  var state: LaunchState, initialized: Bool, device: Device?, config: Config?

  struct Device: Codable {
    var device_id: String?, registration_id: String?, opted_in: Bool?, platform: String?
    var platform_version: String?, app_version: String?, sdk_version: String?, hwid: String?
    var locale: String?, language: String?, time_zone: Int64?, dst: Bool?
    var location_enabled: Bool?, proximity_enabled: Bool?, quiet_push_enabled: Bool?, debug: Bool?

    var profile: DeviceProfile {
      DeviceProfile(
        deviceID: device_id.map { Personal($0) }, registrationID: registration_id.map { .init($0) },
        optedIn: opted_in,
        DeviceChange(
          platform: platform, platformVersion: platform_version, appVersion: app_version,
          sdkVersion: sdk_version, hardware: hwid, locale: locale, language: language,
          timeZone: time_zone, dst: dst, locationEnabled: location_enabled,
          proximityEnabled: proximity_enabled, quietPushEnabled: quiet_push_enabled, debug: debug))
    }
  }

  struct Config: Codable {
    var delay_registration_until_contact_key_is_set: Bool?, push: Bool?, in_app: Bool?
    var inbox: Bool?, analytics: Bool?, app_id: String?, request_timeout: Int64?

    var config: MobilePushConfig {
      MobilePushConfig(
        delayRegistrationUntilContactKeyIsSet: delay_registration_until_contact_key_is_set,
        push: push, inApp: in_app, inbox: inbox, analytics: analytics, appID: app_id,
        requestTimeout: request_timeout.map { TimeSpan(milliseconds: $0) })
    }
  }

  var event: MobilePushEvent {
    .appLaunched(
      state: state, initialized: initialized, device: device?.profile, config: config?.config)
  }
}
