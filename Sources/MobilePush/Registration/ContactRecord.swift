import EventSourcing
import Platform

extension MobilePushState {
  mutating func setContactKey(_ key: Personal?, _ effects: inout Effects<MobilePushEffect>) {
    let key = trimmed(key?.text ?? "")
    guard !key.isEmpty else { return effects.diagnose(.contactKeyBlank) }
    changeByApp(&effects) { replace(&$0.subscriberKey, with: Personal(key)) }
  }

  mutating func setAttribute(
    _ key: String?, to value: AttributeValue?, _ effects: inout Effects<MobilePushEffect>
  ) {
    guard let key = attributeKey(key, &effects) else { return }
    guard let value else { return effects.diagnose(.attributeValueNull, key) }
    changeByApp(&effects) { $0.set(key, to: AttributeValue(trimmed(value.text))) }
  }

  mutating func clearAttribute(_ key: String?, _ effects: inout Effects<MobilePushEffect>) {
    guard let key = attributeKey(key, &effects) else { return }
    changeByApp(&effects) { $0.clear(key) }
  }

  mutating func addTag(_ tag: String?, _ effects: inout Effects<MobilePushEffect>) {
    let tag = trimmed(tag ?? "")
    guard !tag.isEmpty else { return effects.diagnose(.tagBlank) }
    changeByApp(&effects) { $0.add(tag) }
  }

  mutating func removeTag(_ tag: String?, _ effects: inout Effects<MobilePushEffect>) {
    let tag = trimmed(tag ?? "")
    guard !tag.isEmpty else { return effects.diagnose(.tagBlank) }
    guard !automaticTags.contains(tag) else { return effects.diagnose(.tagAutomatic, tag) }
    changeByApp(&effects) { $0.remove(tag) }
  }

  mutating func switchPush(_ enabled: Bool, _ effects: inout Effects<MobilePushEffect>) {
    system.pushSwitch = enabled
    let effective = enabled && system.optedIn
    changeByApp(&effects) { replace(&$0.pushEnabled, with: effective) }
  }

  /// Changes the record in the app's name, which it is advised to do in the foreground only.
  private mutating func changeByApp(
    _ effects: inout Effects<MobilePushEffect>, _ change: (inout RegistrationBody) -> Bool
  ) {
    if changeRecord(&effects, change), process.phase == .background {
      effects.diagnose(.changedInBackground)
    }
  }

  /// The trimmed key, or `nil` where the call is ignored (REG-18).
  private func attributeKey(
    _ key: String?, _ effects: inout Effects<MobilePushEffect>
  ) -> String? {
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

/// Stores a value and says whether it is another one than before.
func replace<Value: Equatable>(_ place: inout Value, with value: Value) -> Bool {
  guard place != value else { return false }
  place = value
  return true
}
