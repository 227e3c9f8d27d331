import EventSourcing

extension RegistrationBody {
  /// The record of a new install, with the tags that every device has.
  static var initial: RegistrationBody {
    var body = RegistrationBody()
    body.tags = DeviceTags().all
    return body
  }

  /// Sets an attribute and says whether that changed anything.
  mutating func set(_ key: String, to value: AttributeValue) -> Bool {
    let index = position(of: key)
    if holds(key, at: index) { return replace(&attributes[index].value, with: value) }
    attributes.insert(RegistrationAttribute(key: key, value: value), at: index)
    return true
  }

  /// Takes an attribute out of the record and says whether it was there.
  mutating func clear(_ key: String) -> Bool {
    let index = position(of: key)
    guard holds(key, at: index) else { return false }
    attributes.remove(at: index)
    return true
  }

  private func position(of key: String) -> Int {
    attributes.position { precedes($0.key, key) }
  }

  /// Whether the key at `index`, which is no earlier than `key`, is `key` byte by byte.
  private func holds(_ key: String, at index: Int) -> Bool {
    index < attributes.count && !precedes(key, attributes[index].key)
  }
}

/// Stores a value and says whether it is another one than before.
func replace<Value: Equatable>(_ place: inout Value, with value: Value) -> Bool {
  guard place != value else { return false }
  place = value
  return true
}
