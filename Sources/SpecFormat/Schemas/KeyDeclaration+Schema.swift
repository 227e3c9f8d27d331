import EventSourcing
import YAML

/// The values of a key that an editor offers.
extension KeyDeclaration {
  /// The value of a key that is left out; `nil` for a phrase that says what happens then.
  var standard: Value? {
    guard let otherwise, !otherwise.contains(" ") else { return nil }
    return value(of: "\(name): \(otherwise)")
  }

  /// The value that its documentation shows.
  var exampleValue: Value? { value(of: example) }

  private func value(of entry: String) -> Value? {
    let node = try? parseYAML(Array(entry.utf8), file: "")[name]
    return node.flatMap(\.json)
  }
}

extension YAMLNode {
  /// The value as JSON has it; `nil` where a part of it is no value.
  fileprivate var json: Value? {
    switch content {
    case .scalar: return try? openValue()
    case .list(let elements):
      let values = elements.compactMap(\.json)
      return values.count == elements.count ? .list(values) : nil
    case .map(let entries):
      let fields = entries.compactMap { entry in
        entry.value.json.map { Value.Field(name: entry.key, value: $0) }
      }
      return fields.count == entries.count ? .fields(fields) : nil
    }
  }
}
