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
    let (index, isThere) = attributes.place(of: key) { $0.key.text }
    guard isThere else {
      attributes.insert(RegistrationAttribute(key: ExactText(key), value: value), at: index)
      return true
    }
    // An array that others share is copied to be changed, and need not be where nothing changes.
    if attributes[index].value == value { return false }
    attributes[index].value = value
    return true
  }

  /// Takes an attribute out of the record and says whether it was there.
  mutating func clear(_ key: String) -> Bool {
    let (index, isThere) = attributes.place(of: key) { $0.key.text }
    if isThere { attributes.remove(at: index) }
    return isThere
  }
}

/// Stores a value and says whether it is another one than before.
func replace<Value: Equatable>(_ place: inout Value, with value: Value) -> Bool {
  guard place != value else { return false }
  place = value
  return true
}
