import EventSourcing

/// The registration as it is sent: every documented key that has a value (REG-15).
///
/// The state is built around this record, so that an effect shares its storage.
public struct RegistrationBody: Record {
  /// The contact key.
  public var subscriberKey: Personal?
  /// The token by which the push service knows the device; absent until one came.
  public var deviceToken: Personal?
  /// The id by which Engagement knows the device.
  public var deviceID: Personal?
  /// The id of this installation.
  public var registrationID: Personal?
  /// The application's id.
  public var etAppID: String?
  /// Whether the user permits notifications and the app wants them.
  public var pushEnabled = true
  /// The app's flag for pushes that do not alert; it is reported, and nothing depends on it.
  public var quietPushEnabled: Bool?
  /// Whether the app uses messages by location.
  public var locationEnabled: Bool?
  /// Whether the app uses messages by beacons.
  public var proximityEnabled: Bool?
  /// The operating system.
  public var platform: String?
  /// The operating system's version.
  public var platformVersion: String?
  /// The version of the app that embeds the SDK.
  public var appVersion: String?
  /// The version of the SDK itself.
  public var sdkVersion: String?
  /// The hardware.
  public var hwid: String?
  /// The region and language in force.
  public var locale: String?
  /// The language that the user prefers.
  public var language: String?
  /// The offset from UTC in seconds, as text.
  public var timeZone: String?
  /// Whether daylight saving time is in effect.
  public var dst: Bool?
  /// The attributes, sorted by key, each key once.
  public var attributes: [RegistrationAttribute] = []
  /// The tags, sorted, each once.
  public var tags: [ExactText] = []

  /// Creates the record of a device about which nothing is known.
  public init() {}

  public static var sample: RegistrationBody { RegistrationBody() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> RegistrationBody {
    var body = RegistrationBody()
    body.subscriberKey = try visitor("subscriberKey", subscriberKey, "The contact key.")
    body.deviceToken = try visitor("device_Token", deviceToken, "The token for pushes.")
    body.deviceID = try visitor("deviceID", deviceID, "The device's id.")
    body.registrationID = try visitor("registrationId", registrationID, "The installation's id.")
    body.etAppID = try visitor("etAppId", etAppID, "The application's id.")
    body.pushEnabled = try visitor("push_Enabled", pushEnabled, "Permission and the app's switch.")
    body.quietPushEnabled = try visitor(
      "quietPushEnabled", quietPushEnabled, "The app's flag for pushes that do not alert.")
    body.locationEnabled = try visitor(
      "location_Enabled", locationEnabled, "Whether the app uses messages by location.")
    body.proximityEnabled = try visitor(
      "proximity_Enabled", proximityEnabled, "Whether the app uses messages by beacons.")
    body.platform = try visitor("platform", platform, "The operating system.")
    body.platformVersion = try visitor(
      "platform_Version", platformVersion, "The version of the operating system.")
    body.appVersion = try visitor("app_Version", appVersion, "The version of the app.")
    body.sdkVersion = try visitor("sdk_Version", sdkVersion, "The version of the SDK.")
    body.hwid = try visitor("hwid", hwid, "The hardware.")
    body.locale = try visitor("locale", locale, "The region and language in force.")
    body.language = try visitor("language", language, "The language that the user prefers.")
    body.timeZone = try visitor("timeZone", timeZone, "Seconds from UTC, as text.")
    body.dst = try visitor("dST", dst, "Whether daylight saving time is in effect.")
    body.attributes = try visitor("attributes", attributes, "Sorted by key.")
    body.tags = try visitor("tags", tags, "Sorted, automatic ones included.")
    return body
  }
}

/// One attribute of a contact, as the registration carries it.
public struct RegistrationAttribute: Record {
  /// The attribute's name.
  public var key: ExactText
  /// Its value; blank asks the server to remove it.
  public var value: AttributeValue

  /// Pairs a key with a value.
  public init(key: ExactText, value: AttributeValue) {
    self.key = key
    self.value = value
  }

  public static var sample: RegistrationAttribute { RegistrationAttribute(key: "", value: "") }

  public func fields<V: Visitor>(
    _ visitor: inout V
  ) throws(V.Failure) -> RegistrationAttribute {
    RegistrationAttribute(
      key: try visitor("key", key, "The name of the attribute."),
      value: try visitor("value", value, "The value of the attribute."))
  }
}

/// The reason why a registration is sent.
public enum RegistrationReason: String, Choice {
  /// The first attempt of an install.
  case first
  /// Something changed since the last one.
  case changed
  /// The attempt before was not answered 2xx.
  case retry
}
