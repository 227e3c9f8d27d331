import EventSourcing

extension FieldSelection {
  /// Selects the field at the end of a written path, as far as its names go.
  init(path: Substring) {
    let name = path.prefix { $0 != "." && $0 != "[" }
    let rest = path[name.endIndex...].dropFirst()
    let isMember = path[name.endIndex...].first == "."
    self = .only([
      Field(name: String(name), selection: isMember ? FieldSelection(path: rest) : .all)
    ])
  }
}

/// A field that a view can show.
public struct ViewField: Equatable, Sendable {
  /// The way to it, such as `registration.next_attempt`.
  public let path: String
  /// The type of its value.
  let schema: Schema
}

extension [ViewField] {
  /// The fields below a path and their members, those included that have no value now.
  init(_ fields: [Schema.Field], below path: String = "") {
    self = fields.flatMap { field -> [ViewField] in
      let path = path + field.name
      let own = ViewField(path: path, schema: field.schema)
      guard case .record(let members) = field.schema.bare else { return [own] }
      return [own] + [ViewField](members, below: "\(path).")
    }
  }

  /// Whether a view can have something at `path`.
  public func contains(path: String) -> Bool {
    contains { path.hasPrefix($0.path) && $0.schema.contains(path.dropFirst($0.path.count)) }
  }

  /// The list that leads to `path`, whose elements have numbers; `nil` where none does.
  package func list(around path: String) -> String? {
    last { field in
      guard case .list = field.schema.bare, path.hasPrefix(field.path) else { return false }
      return [".", "["].contains(path.dropFirst(field.path.count).first)
    }?.path
  }
}

extension Schema {
  /// Whether a value can have something at the rest of a path, which begins with a dot or bracket.
  fileprivate func contains(_ rest: Substring) -> Bool {
    if rest.isEmpty { return true }
    switch bare {
    case .list(let element):
      guard let (index, _) = rest.element, index >= 0 else { return false }
      return element.contains(rest.drop { $0 != "]" }.dropFirst())
    // A key may have dots and brackets of its own.
    case .map, .open: return rest.first == "."
    case .record(let fields):
      let path = rest.dropFirst()
      return rest.first == "."
        && fields.contains { field in
          path.hasPrefix(field.name) && field.schema.contains(path.dropFirst(field.name.count))
        }
    case .nullable, .integer, .boolean, .text, .personal, .instant, .span, .choice: return false
    }
  }
}
