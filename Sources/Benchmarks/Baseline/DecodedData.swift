import EventSourcing
import MobilePush
import Platform

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
