import EventSourcing

extension RegistrationBody {
  /// The record of a new install, with the tags that every device has.
  static var initial: RegistrationBody {
    var body = RegistrationBody()
    body.tags = alwaysTags
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

  /// Adds a tag and says whether it is new.
  mutating func add(_ tag: String) -> Bool {
    let index = tags.position(where: { precedes($0, tag) })
    guard index == tags.count || tags[index] != tag else { return false }
    tags.insert(tag, at: index)
    return true
  }

  /// Removes a tag and says whether it was there.
  mutating func remove(_ tag: String) -> Bool {
    let index = tags.position(where: { precedes($0, tag) })
    guard index < tags.count, tags[index] == tag else { return false }
    tags.remove(at: index)
    return true
  }
}

/// Stores a value and says whether it is another one than before.
func replace<Value: Equatable>(_ place: inout Value, with value: Value) -> Bool {
  guard place != value else { return false }
  place = value
  return true
}

/// The tags that every device has, sorted.
let alwaysTags = ["ALL", "IOS"]
/// The tag of a debug build.
let debugTag = "DEBUG"

extension Array {
  /// The first index whose element does not come before what is looked for; the array is sorted.
  func position(where comesBefore: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if comesBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
