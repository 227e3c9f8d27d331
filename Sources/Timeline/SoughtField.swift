import EventSourcing
import Replay
import Reports

/// A field of a record with its value, wherever it stands.
public struct SoughtField: Equatable, Sendable {
  /// The end of the way to it, without places in lists, such as `entry` or `body.device_Token`;
  /// `nil` for any field, in which blanks around a text do not count: machines trim what is set.
  public var path: String?
  /// Its value as reports write it.
  public var text: String
  /// The instant from which its instants may be counted.
  public var start: Instant

  /// Seeks a field.
  public init(path: String?, text: String, start: Instant) {
    self.path = path
    self.text = text
    self.start = start
  }

  /// Whether a record's fields have it.
  package func isFound(in value: Value, at path: String = "") -> Bool {
    switch value {
    case .fields(let fields):
      fields.contains { isFound(in: $0.value, at: path.isEmpty ? $0.name : "\(path).\($0.name)") }
    case .list(let elements): elements.contains { isFound(in: $0, at: path) }
    case .null, .boolean, .integer, .text, .personal, .instant, .span:
      isNamed(path)
        && (value.text == text || ValueText(.relative(from: start)).text(value) == text
          || ValueText(.iso).text(value) == text)
        || self.path == nil && value.text?.withoutBlanksAround == text[...]
    }
  }

  /// Adds to `names` what fields of a record are called, in as many parts as this one's name has.
  package func addNames(in value: Value, at path: [String] = [], to names: inout Set<String>) {
    switch value {
    case .fields(let fields):
      for field in fields { addNames(in: field.value, at: path + [field.name], to: &names) }
    case .list(let elements):
      for element in elements { addNames(in: element, at: path, to: &names) }
    case .null, .boolean, .integer, .text, .personal, .instant, .span:
      let parts = self.path?.split(separator: ".").count ?? 0
      if path.count >= parts { names.insert(path.suffix(parts).joined(separator: ".")) }
    }
  }

  /// Finds the first member of the field, where it has fields of its own and so no value to be
  /// sought.
  package func member(in value: Value, at path: String = "") -> String? {
    switch value {
    case .fields(let fields):
      if self.path != nil, !path.isEmpty, isNamed(path), let first = fields.first {
        return "\(path).\(first.name)"
      }
      for field in fields {
        let inner = path.isEmpty ? field.name : "\(path).\(field.name)"
        if let found = member(in: field.value, at: inner) { return found }
      }
      return nil
    case .list(let elements):
      return elements.lazy.compactMap { member(in: $0, at: path) }.first
    case .null, .boolean, .integer, .text, .personal, .instant, .span: return nil
    }
  }

  private func isNamed(_ path: String) -> Bool {
    guard let own = self.path else { return true }
    return path == own || path.hasSuffix(".\(own)")
  }
}

extension String {
  /// The text without blanks of ASCII at either end.
  fileprivate var withoutBlanksAround: Substring {
    let scalars = unicodeScalars
    guard let start = scalars.firstIndex(where: { $0.value > 0x20 }),
      let end = scalars.lastIndex(where: { $0.value > 0x20 })
    else { return "" }
    return Substring(scalars[start...end])
  }
}
