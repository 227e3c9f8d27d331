import Foundation

/// Holds JSON against the part of JSON Schema that our schemas use; `Tests/Schemas/validate.py`
/// does the same with a validator that is not ours.
struct SchemaValidator: @unchecked Sendable {
  /// The schema, which nothing changes: the compiler cannot know that `Any` is not shared.
  private let root: [String: Any]

  init(_ schema: Data) throws {
    root = try JSONSerialization.jsonObject(with: schema) as? [String: Any] ?? [:]
  }

  /// The first thing wrong with a document; `nil` for a valid one.
  func error(in document: Data) throws -> String? {
    error(in: try JSONSerialization.jsonObject(with: document), root, at: "")
  }

  /// Each document that a verb can write, by the verb and its place in the list of the verb.
  var documents: [(name: String, schema: Any)] {
    (root["allOf"] as? [[String: Any]] ?? []).flatMap { part -> [(name: String, schema: Any)] in
      guard let then = part["then"] as? [String: Any] else { return [] }
      return (then["anyOf"] as? [Any] ?? [then]).enumerated().map {
        ("\(part["if"] ?? "") \($0)", $1)
      }
    }
  }

  /// The first thing wrong with a document held against a part of the schema.
  func error(in document: Data, as schema: Any) throws -> String? {
    error(in: try JSONSerialization.jsonObject(with: document), schema, at: "")
  }

  private func error(in value: Any, _ schema: Any, at path: String) -> String? {
    if schema as? Bool == true { return nil }
    guard let schema = schema as? [String: Any] else { return "\(path): nothing may stand here" }
    if let reference = schema["$ref"] as? String, let target = definition(reference),
      let error = error(in: value, target, at: path)
    {
      return error
    }
    if let type = schema["type"], !isOfType(value, type) { return "\(path): not of type \(type)" }
    if let constant = schema["const"], !isEqual(value, constant) {
      return "\(path): not \(constant)"
    }
    if let names = schema["enum"] as? [Any], !names.contains(where: { isEqual(value, $0) }) {
      return "\(path): \(value) is none of \(names)"
    }
    if let pattern = schema["pattern"] as? String, let text = value as? String,
      (try? Regex(pattern).firstMatch(in: text)) == nil
    {
      return "\(path): '\(text)' does not match \(pattern)"
    }
    if let choices = schema["anyOf"] as? [Any] {
      let errors = choices.compactMap { error(in: value, $0, at: path) }
      if errors.count == choices.count {
        return "\(path): fits none of \(choices.count) forms: \(errors.joined(separator: "; "))"
      }
    }
    for part in schema["allOf"] as? [Any] ?? [] {
      if let error = error(in: value, part, at: path) { return error }
    }
    if let condition = schema["if"], let then = schema["then"],
      error(in: value, condition, at: path) == nil,
      let error = error(in: value, then, at: path)
    {
      return error
    }
    if let list = value as? [Any], let items = schema["items"] {
      for (index, element) in list.enumerated() {
        if let error = error(in: element, items, at: "\(path)/\(index)") { return error }
      }
    }
    return (value as? [String: Any]).flatMap { members($0, schema, at: path) }
  }

  private func members(
    _ object: [String: Any], _ schema: [String: Any], at path: String
  ) -> String? {
    for name in schema["required"] as? [String] ?? [] where object[name] == nil {
      return "\(path): '\(name)' is missing"
    }
    let properties = schema["properties"] as? [String: Any] ?? [:]
    for (name, value) in object {
      let inner = properties[name] ?? schema["additionalProperties"] ?? true
      if let error = error(in: value, inner, at: "\(path)/\(name)") { return error }
    }
    return nil
  }

  private func definition(_ reference: String) -> Any? {
    (root["$defs"] as? [String: Any])?[reference.replacing("#/$defs/", with: "")]
  }

  private func isOfType(_ value: Any, _ type: Any) -> Bool {
    if let types = type as? [String] { return types.contains { isOfType(value, $0) } }
    switch type as? String {
    case "object": return value is [String: Any]
    case "array": return value is [Any]
    case "string": return value is String
    case "null": return value is NSNull
    case "boolean": return isBoolean(value)
    case "integer", "number":
      return (value is NSNumber || value is Int || value is Double) && !isBoolean(value)
    default: return false
    }
  }

  private func isBoolean(_ value: Any) -> Bool {
    if type(of: value) == Bool.self { return true }
    return (value as? NSNumber).map { String(cString: $0.objCType) == "c" } ?? false
  }

  private func isEqual(_ left: Any, _ right: Any) -> Bool {
    String(describing: left) == String(describing: right)
  }
}
