import Platform
import EventSourcing

extension DeviceProfile {
  /// The device that a spec means when it says nothing, for both SDKs: every field has a value.
  static func defaultDevice(named name: String) -> DeviceProfile {
    DeviceProfile(
      deviceID: Personal("device-\(name)"), registrationID: Personal("registration-\(name)"),
      optedIn: true,
      DeviceChange(
        platform: "iOS", platformVersion: "18.2", appVersion: "1.0.0", sdkVersion: "9.0.0",
        hardware: "iPhone17", locale: "en_US", language: "en_US", timeZone: 0, dst: false,
        locationEnabled: false, proximityEnabled: false, quietPushEnabled: false, debug: false))
  }
}
