import EventSourcing

/// The facts about the device and the app's build; absent fields are not known or have not changed.
public struct DeviceChange: Record {
  /// The operating system, such as `iOS`.
  public var platform: String?
  /// The operating system's version, such as `18.1`.
  public var platformVersion: String?
  /// The version of the app that embeds the SDK.
  public var appVersion: String?
  /// The version of the SDK itself.
  public var sdkVersion: String?
  /// The hardware, such as `iPhone13`; sent as `hwid`.
  public var hardware: String?
  /// The region and language in force, such as `nb_NO`.
  public var locale: String?
  /// The language that the user prefers, as a locale code.
  public var language: String?
  /// Whole seconds east of UTC.
  public var timeZone: Int64?
  /// Whether daylight saving time is in effect.
  public var dst: Bool?
  /// Whether the app uses messages by location.
  public var locationEnabled: Bool?
  /// Whether the app uses messages by beacons.
  public var proximityEnabled: Bool?
  /// The app's flag for pushes that do not alert: it is reported (REG-4), and no push goes by it,
  /// for silent ones go to opted-in devices (PUSH-5).
  public var quietPushEnabled: Bool?
  /// Whether this is a debug build, which carries the tag `DEBUG`.
  public var debug: Bool?

  /// Creates a change; what is left out stays as it was.
  public init(
    platform: String? = nil, platformVersion: String? = nil, appVersion: String? = nil,
    sdkVersion: String? = nil, hardware: String? = nil, locale: String? = nil,
    language: String? = nil, timeZone: Int64? = nil, dst: Bool? = nil,
    locationEnabled: Bool? = nil, proximityEnabled: Bool? = nil, quietPushEnabled: Bool? = nil,
    debug: Bool? = nil
  ) {
    self.platform = platform
    self.platformVersion = platformVersion
    self.appVersion = appVersion
    self.sdkVersion = sdkVersion
    self.hardware = hardware
    self.locale = locale
    self.language = language
    self.timeZone = timeZone
    self.dst = dst
    self.locationEnabled = locationEnabled
    self.proximityEnabled = proximityEnabled
    self.quietPushEnabled = quietPushEnabled
    self.debug = debug
  }

  public static var sample: DeviceChange { DeviceChange() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> DeviceChange {
    DeviceChange(
      platform: try visitor("platform", platform, "Such as iOS."),
      platformVersion: try visitor(
        "platform_version", platformVersion, "The version of the operating system."),
      appVersion: try visitor("app_version", appVersion, "The version of the app."),
      sdkVersion: try visitor("sdk_version", sdkVersion, "The version of the SDK."),
      hardware: try visitor("hwid", hardware, "The hardware, such as iPhone13."),
      locale: try visitor("locale", locale, "The region and language in force, such as nb_NO."),
      language: try visitor("language", language, "The language that the user prefers."),
      timeZone: try visitor("time_zone", timeZone, "Whole seconds east of UTC."),
      dst: try visitor("dst", dst, "Whether daylight saving time is in effect."),
      locationEnabled: try visitor(
        "location_enabled", locationEnabled, "Whether the app uses messages by location."),
      proximityEnabled: try visitor(
        "proximity_enabled", proximityEnabled, "Whether the app uses messages by beacons."),
      quietPushEnabled: try visitor(
        "quiet_push_enabled", quietPushEnabled,
        "The app's flag for silent pushes; it is reported, and no push goes by it."),
      debug: try visitor("debug", debug, "Whether this is a debug build."))
  }
}

/// The facts about the device at a launch: all of them at the first one, then the changes.
public struct DeviceProfile: Record {
  /// The device's own id; only the first launch sets it.
  public var deviceID: Personal?
  /// The installation's id; only the first launch sets it.
  public var registrationID: Personal?
  /// Whether the user lets the app send notifications.
  public var optedIn: Bool?
  /// Everything that may change later.
  public var change: DeviceChange

  /// Creates a profile; what is left out is not known or has not changed.
  public init(
    deviceID: Personal? = nil, registrationID: Personal? = nil, optedIn: Bool? = nil,
    _ change: DeviceChange = DeviceChange()
  ) {
    self.deviceID = deviceID
    self.registrationID = registrationID
    self.optedIn = optedIn
    self.change = change
  }

  public static var sample: DeviceProfile { DeviceProfile() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> DeviceProfile {
    DeviceProfile(
      deviceID: try visitor("device_id", deviceID, "Set once, by the first launch."),
      registrationID: try visitor(
        "registration_id", registrationID, "Set once, by the first launch."),
      optedIn: try visitor("opted_in", optedIn, "Whether the user permits notifications."),
      try change.fields(&visitor))
  }
}
