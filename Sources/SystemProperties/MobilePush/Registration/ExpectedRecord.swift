import EventSourcing
import EventSourcing
import MobilePush
import Platform

/// A device's record as the documents say that it has to be, without a look at the SDK's own.
struct ExpectedRecord: Hashable {
  /// The record, shared with the copies that were sent and acknowledged.
  private(set) var shared = Shared(RegistrationBody())
  private var addedTags: [String] = []
  private var isAndroid = false
  private var isDebug = false
  private(set) var isPermitted = true
  private var isSwitchedOn = true

  init() { updateTags() }

  /// The record as it has to be.
  var body: RegistrationBody { shared.value }

  /// Takes a call of the app, which reaches a running SDK alone, and says whether the record is
  /// another one now; `nil` for any other event.
  mutating func call(_ event: MobilePushEvent) -> Bool? {
    switch event {
    case .contactKeySet(let key):
      guard let key = nonBlank(key.value?.text).map({ Personal($0) }), body.subscriberKey != key
      else { return false }
      shared.update { $0.subscriberKey = key }
      return true
    case .attributeSet(let key, let value):
      guard let key = attributeKey(key.value), let value = value.value else { return false }
      return set(key, to: AttributeValue(stripped(value.text)))
    case .attributeCleared(let key):
      guard let key = attributeKey(key.value), let index = index(ofAttribute: key) else {
        return false
      }
      shared.update { _ = $0.attributes.remove(at: index) }
      return true
    case .tagAdded(let tag):
      guard let tag = nonBlank(tag.value),
        !addedTags.contains(where: { isSpelled($0, as: tag) })
      else {
        return false
      }
      addedTags.append(tag)
      return updateTags()
    case .tagRemoved(let tag):
      guard let tag = nonBlank(tag.value), !automaticTags.contains(tag) else { return false }
      addedTags.removeAll { isSpelled($0, as: tag) }
      return updateTags()
    case .pushEnabledSet(let enabled):
      isSwitchedOn = enabled
      return updatePushEnabled()
    case .readingsSet, .appLaunched, .appForegrounded, .appBackgrounded, .appForceClosed,
      .processTerminated, .appReinstalled, .deviceRestarted, .deviceUnlocked, .deviceChanged,
      .pushPermissionChanged, .deviceTokenReceived, .connectivityChanged, .wallClockChanged,
      .registrationListenerAdded,
      .registrationListenerRemoved, .notificationReceived, .notificationOpened,
      .silentPushReceived, .customEventTracked, .inAppMessageInteracted, .inAppMessageDismissed,
      .inboxRefreshRequested, .inboxMessageRead, .inboxMessageDeleted, .responseReceived,
      .requestFailed, .timerFired:
      return nil
    }
  }

  /// Takes what a launch says of the device and its app.
  mutating func launched(_ device: DeviceProfile?, appID: String?) -> Bool {
    let old = shared
    if let device {
      if let optedIn = device.optedIn { _ = permit(optedIn) }
      _ = change(device.change)
      shared.update { body in
        body.deviceID = body.deviceID ?? device.deviceID
        body.registrationID = body.registrationID ?? device.registrationID
      }
    }
    if let appID, body.etAppID != appID { shared.update { $0.etAppID = appID } }
    return shared != old
  }

  /// The record of a new installation on the same device.
  var reinstalled: ExpectedRecord {
    var fresh = ExpectedRecord()
    fresh.isAndroid = isAndroid
    fresh.isDebug = isDebug
    fresh.isPermitted = isPermitted
    fresh.shared = shared
    fresh.shared.update { body in
      body.subscriberKey = nil
      body.deviceToken = nil
      body.deviceID = nil
      body.registrationID = nil
      body.etAppID = nil
      body.attributes = []
    }
    fresh.updateTags()
    _ = fresh.updatePushEnabled()
    return fresh
  }

  mutating func permit(_ permitted: Bool) -> Bool {
    isPermitted = permitted
    return updatePushEnabled()
  }

  mutating func receive(token: Personal) -> Bool {
    guard nonBlank(token.text) != nil, body.deviceToken != token else { return false }
    shared.update { $0.deviceToken = token }
    return true
  }

  /// Takes away a token that nobody should have heard of.
  mutating func dropToken() -> Bool {
    if body.deviceToken == nil { return false }
    shared.update { $0.deviceToken = nil }
    return true
  }

  mutating func change(_ change: DeviceChange) -> Bool {
    if let platform = change.platform { isAndroid = platform.lowercased() == "android" }
    if let debug = change.debug { isDebug = debug }
    let old = shared
    shared.update { body in
      body.platform = change.platform ?? body.platform
      body.platformVersion = change.platformVersion ?? body.platformVersion
      body.appVersion = change.appVersion ?? body.appVersion
      body.sdkVersion = change.sdkVersion ?? body.sdkVersion
      body.hwid = change.hardware ?? body.hwid
      body.locale = change.locale ?? body.locale
      body.language = change.language ?? body.language
      body.timeZone = change.timeZone.map { String($0) } ?? body.timeZone
      body.dst = change.dst ?? body.dst
      body.locationEnabled = change.locationEnabled ?? body.locationEnabled
      body.proximityEnabled = change.proximityEnabled ?? body.proximityEnabled
      body.quietPushEnabled = change.quietPushEnabled ?? body.quietPushEnabled
    }
    updateTags()
    return shared != old
  }

  private mutating func updatePushEnabled() -> Bool {
    let enabled = isPermitted && isSwitchedOn
    if body.pushEnabled == enabled { return false }
    shared.update { $0.pushEnabled = enabled }
    return true
  }

  private mutating func set(_ key: String, to value: AttributeValue) -> Bool {
    if let index = index(ofAttribute: key) {
      if body.attributes[index].value == value { return false }
      shared.update { $0.attributes[index].value = value }
      return true
    }
    shared.update {
      $0.attributes.append(RegistrationAttribute(key: ExactText(key), value: value))
      $0.attributes.sort { precedes($0.key.text, $1.key.text) }
    }
    return true
  }

  private func index(ofAttribute key: String) -> Int? {
    body.attributes.firstIndex { isSpelled($0.key.text, as: key) }
  }

  private var automaticTags: [String] {
    ["ALL", isAndroid ? "ANDROID" : "IOS"] + (isDebug ? ["DEBUG"] : [])
  }

  @discardableResult
  private mutating func updateTags() -> Bool {
    let automatic = automaticTags
    let tags = (automatic + addedTags.filter { !automatic.contains($0) })
      .sorted { precedes($0, $1) }.map { ExactText($0) }
    if body.tags == tags { return false }
    shared.update { $0.tags = tags }
    return true
  }

  private func attributeKey(_ key: String?) -> String? {
    nonBlank(key).flatMap { ReservedKeys.contains($0) ? nil : $0 }
  }
}

/// The text without white space at either end; `nil` where nothing is left.
private func nonBlank(_ text: String?) -> String? {
  guard let text else { return nil }
  let rest = stripped(text)
  return rest.isEmpty ? nil : rest
}

private func stripped(_ text: String) -> String {
  var scalars = text.unicodeScalars[...]
  while let first = scalars.first, isBlank(first) { scalars.removeFirst() }
  while let last = scalars.last, isBlank(last) { scalars.removeLast() }
  return String(scalars)
}

/// Asks Unicode about what is no visible ASCII alone: nearly all texts begin and end with that.
private func isBlank(_ scalar: Unicode.Scalar) -> Bool {
  !("!"..."~").contains(scalar) && scalar.properties.isWhitespace
}

/// The attribute keys that the documents keep for the SDK, in a list of the properties' own.
enum ReservedKeys {
  static func contains(_ key: String) -> Bool { keys.contains(key.lowercased()) }

  private static let keys = Set(
    """
    addressid alias apid backgroundrefreshenabled badge channel contactid contactkey createdby \
    createddate customobjectkey device deviceid devicetype gcmsenderid hardwareid ishonordst \
    lastappopen lastmessageopen lastsend locationenabled messageopencount modifiedby modifieddate \
    optindate optinmethodid optinstatusid optoutdate optoutmethodid optoutstatusid platform \
    platformversion providertoken proximityenabled pushaddressextensionid pushapplicationid \
    sdkversion sendcount source sourceobjectid status systemtoken timezone utcoffset
    """.split(separator: " ").map { String($0) })
}
