import EventSourcing
import Platform

/// The changes of the record by the app, and the rules about them.
extension RegistrationState {
  mutating func setContactKey(
    _ key: Personal?, _ context: EventContext, _ effects: inout NumberedEffects
  ) {
    let key = trimmed(key?.text ?? "")
    guard !key.isEmpty else { return effects.diagnose(.contactKeyBlank) }
    changeByApp(context, &effects) { replace(&$0.subscriberKey, with: Personal(key)) }
  }

  mutating func setAttribute(
    _ key: String?, to value: AttributeValue?, _ context: EventContext,
    _ effects: inout NumberedEffects
  ) {
    guard let key = attributeKey(key, &effects) else { return }
    guard let value else { return effects.diagnose(.attributeValueNull, key) }
    changeByApp(context, &effects) { $0.set(key, to: AttributeValue(trimmed(value.text))) }
  }

  mutating func clearAttribute(
    _ key: String?, _ context: EventContext, _ effects: inout NumberedEffects
  ) {
    guard let key = attributeKey(key, &effects) else { return }
    changeByApp(context, &effects) { $0.clear(key) }
  }

  mutating func addTag(_ tag: String?, _ context: EventContext, _ effects: inout NumberedEffects) {
    let tag = ExactText(trimmed(tag ?? ""))
    guard !tag.text.isEmpty else { return effects.diagnose(.tagBlank) }
    let all = changeTags { $0.add(tag) }
    changeByApp(context, &effects) { replace(&$0.tags, with: all) }
  }

  mutating func removeTag(
    _ tag: String?, _ context: EventContext, _ effects: inout NumberedEffects
  ) {
    let tag = ExactText(trimmed(tag ?? ""))
    guard !tag.text.isEmpty else { return effects.diagnose(.tagBlank) }
    guard !tags.automatic.contains(tag) else { return effects.diagnose(.tagAutomatic, tag.text) }
    let all = changeTags { $0.remove(tag) }
    changeByApp(context, &effects) { replace(&$0.tags, with: all) }
  }

  /// Changes whether pushes are wanted; `enabled` is permission and the app's switch together.
  mutating func setPushEnabledByApp(
    _ enabled: Bool, _ context: EventContext, _ effects: inout NumberedEffects
  ) {
    changeByApp(context, &effects) { replace(&$0.pushEnabled, with: enabled) }
  }

  /// Changes the record in the app's name, which it is advised to do in the foreground only.
  private mutating func changeByApp(
    _ context: EventContext, _ effects: inout NumberedEffects,
    _ change: (inout RegistrationBody) -> Bool
  ) {
    if changeRecord(context, &effects, change), context.phase == .background {
      effects.diagnose(.changedInBackground)
    }
  }

  /// The trimmed key, or `nil` where the call is ignored (REG-18).
  private func attributeKey(_ key: String?, _ effects: inout NumberedEffects) -> String? {
    let key = trimmed(key ?? "")
    if key.isEmpty {
      effects.diagnose(.attributeKeyBlank)
      return nil
    }
    if isReserved(key) {
      effects.diagnose(.attributeKeyReserved, key)
      return nil
    }
    return key
  }
}

/// The facts of the system and the configuration; every part of it may be a change (REG-4).
extension RegistrationState {
  mutating func permissionChanged(
    pushEnabled: Bool, _ context: EventContext, _ effects: inout NumberedEffects
  ) {
    let changed = changeRecord(context, &effects) { replace(&$0.pushEnabled, with: pushEnabled) }
    // Without permission no token comes, and a first registration that waits for it leaves.
    if !changed { sendIfDue(context, &effects) }
  }

  mutating func tokenReceived(
    _ token: Personal, _ context: EventContext, _ effects: inout NumberedEffects
  ) {
    guard context.config.handlesPush else { return effects.diagnose(.featureOff, "push") }
    guard !trimmed(token.text).isEmpty else { return effects.diagnose(.tokenBlank) }
    changeRecord(context, &effects) { replace(&$0.deviceToken, with: token) }
  }

  mutating func deviceChanged(
    _ change: DeviceChange, _ context: EventContext, _ effects: inout NumberedEffects
  ) {
    let tags = changeTags { $0.systemChanged(change) }
    changeRecord(context, &effects) { $0.apply(change, tags: tags) }
  }

  /// Sets the ids of device and installation, which only the first launch does.
  mutating func identify(
    deviceID: Personal?, registrationID: Personal?, _ context: EventContext,
    _ effects: inout NumberedEffects
  ) {
    changeRecord(context, &effects) { record in
      let old = record
      record.deviceID = record.deviceID ?? deviceID
      record.registrationID = record.registrationID ?? registrationID
      return record != old
    }
    let isSame =
      deviceID.map { $0 == record.value.deviceID } ?? true
      && registrationID.map { $0 == record.value.registrationID } ?? true
    if !isSame { effects.diagnose(.deviceIDFixed) }
  }

  mutating func configChanged(
    from old: MobilePushConfig, _ context: EventContext, _ effects: inout NumberedEffects
  ) {
    changeRecord(context, &effects) { replace(&$0.etAppID, with: context.config.appID) }
    // A token that came before the first configuration counts only if push is on.
    guard old.push == nil, !context.config.handlesPush else { return }
    let dropped = changeRecord(context, &effects) { replace(&$0.deviceToken, with: nil) }
    if dropped { effects.diagnose(.featureOff, "push") }
  }
}

extension RegistrationBody {
  fileprivate mutating func apply(_ change: DeviceChange, tags: [ExactText]) -> Bool {
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
    self.tags = tags
    return self != old
  }
}
