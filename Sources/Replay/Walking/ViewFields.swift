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
  /// Whether it has members that only a state knows: keys of a map, elements of a list.
  public let isOpen: Bool
}

extension [ViewField] {
  /// The fields below a path and their members, those included that have no value now.
  init(_ fields: [Schema.Field], below path: String = "") {
    self = fields.flatMap { field -> [ViewField] in
      let path = path + field.name
      let schema = field.schema.bare
      var (isOpen, members): (Bool, [Schema.Field]) = (false, [])
      switch schema {
      case .list, .map: isOpen = true
      case .record(let fields): members = fields
      case .nullable, .integer, .boolean, .text, .personal, .open, .instant, .span, .choice: break
      }
      return [ViewField(path: path, isOpen: isOpen)]
        + [ViewField](members, below: "\(path).")
    }
  }

  /// Whether a view can have something at `path`.
  public func contains(path: String) -> Bool {
    contains { field in
      if field.path == path { return true }
      guard field.isOpen, path.hasPrefix(field.path) else { return false }
      let next = path.dropFirst(field.path.count).first
      return next == "." || next == "["
    }
  }
}
