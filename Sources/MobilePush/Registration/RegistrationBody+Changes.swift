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
    let index = attributes.position(where: { precedes($0.key, key) })
    guard index < attributes.count, attributes[index].key == key else {
      attributes.insert(RegistrationAttribute(key: key, value: value), at: index)
      return true
    }
    return replace(&attributes[index].value, with: value)
  }

  /// Takes an attribute out of the record and says whether it was there.
  mutating func clear(_ key: String) -> Bool {
    let index = attributes.position(where: { precedes($0.key, key) })
    guard index < attributes.count, attributes[index].key == key else { return false }
    attributes.remove(at: index)
    return true
  }
}

/// Stores a value and says whether it is another one than before.
func replace<Value: Equatable>(_ place: inout Value, with value: Value) -> Bool {
  guard place != value else { return false }
  place = value
  return true
}
