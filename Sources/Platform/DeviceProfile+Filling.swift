extension DeviceProfile {
  /// This profile with what it leaves out taken from `other`.
  public func filled(from other: DeviceProfile) -> DeviceProfile {
    DeviceProfile(
      deviceID: deviceID ?? other.deviceID,
      registrationID: registrationID ?? other.registrationID, optedIn: optedIn ?? other.optedIn,
      change.filled(from: other.change))
  }
}

extension DeviceChange {
  /// This change with what it leaves out taken from `other`.
  public func filled(from other: DeviceChange) -> DeviceChange {
    DeviceChange(
      platform: platform ?? other.platform,
      platformVersion: platformVersion ?? other.platformVersion,
      appVersion: appVersion ?? other.appVersion, sdkVersion: sdkVersion ?? other.sdkVersion,
      hardware: hardware ?? other.hardware, locale: locale ?? other.locale,
      language: language ?? other.language, timeZone: timeZone ?? other.timeZone,
      dst: dst ?? other.dst, locationEnabled: locationEnabled ?? other.locationEnabled,
      proximityEnabled: proximityEnabled ?? other.proximityEnabled,
      quietPushEnabled: quietPushEnabled ?? other.quietPushEnabled, debug: debug ?? other.debug)
  }
}
