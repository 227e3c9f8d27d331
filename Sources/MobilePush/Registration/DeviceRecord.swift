import EventSourcing
import Platform

extension MobilePushState {
  /// Takes over what the system says; every part of it may be a change of the record (REG-4).
  mutating func adopt(_ change: DeviceChange, _ effects: inout Effects<MobilePushEffect>) {
    if let debug = change.debug { system.debugBuild = debug }
    changeRecord(&effects) { $0.adopt(change) }
  }

  mutating func adopt(_ device: DeviceProfile, _ effects: inout Effects<MobilePushEffect>) {
    if let optedIn = device.optedIn { permit(optedIn, &effects) }
    adopt(device.change, &effects)
    var keeps = true
    changeRecord(&effects) { record in
      let id = record.deviceID == nil && device.deviceID != nil
      let registration = record.registrationID == nil && device.registrationID != nil
      record.deviceID = record.deviceID ?? device.deviceID
      record.registrationID = record.registrationID ?? device.registrationID
      keeps =
        device.deviceID.map { $0 == record.deviceID } ?? true
        && device.registrationID.map { $0 == record.registrationID } ?? true
      return id || registration
    }
    if !keeps { effects.diagnose(.deviceIDFixed) }
  }

  mutating func adopt(_ change: MobilePushConfig, _ effects: inout Effects<MobilePushEffect>) {
    config.merge(change)
    let appID = config.appID
    changeRecord(&effects) { replace(&$0.etAppID, with: appID) }
  }

  /// The tags that the SDK itself sets in this build.
  var automaticTags: [String] { system.debugBuild ? alwaysTags + [debugTag] : alwaysTags }
}

extension RegistrationBody {
  fileprivate mutating func adopt(_ change: DeviceChange) -> Bool {
    let old = self
    platform = change.platform ?? platform
    platformVersion = change.platformVersion ?? platformVersion
    appVersion = change.appVersion ?? appVersion
    sdkVersion = change.sdkVersion ?? sdkVersion
    hwid = change.hardware ?? hwid
    locale = change.locale ?? locale
    language = change.language ?? language
    timeZone = change.timeZone.map { String($0) } ?? timeZone
    dst = change.dst ?? dst
    locationEnabled = change.locationEnabled ?? locationEnabled
    proximityEnabled = change.proximityEnabled ?? proximityEnabled
    quietPushEnabled = change.quietPushEnabled ?? quietPushEnabled
    switch change.debug {
    case true?: _ = add(debugTag)
    case false?: _ = remove(debugTag)
    case nil: break
    }
    return self != old
  }
}
