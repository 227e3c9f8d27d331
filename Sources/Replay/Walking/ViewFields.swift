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
  /// Its meaning in one sentence; empty where the name says it.
  public let summary: String
  /// Whether it has members that only a state knows: keys of a map, elements of a list.
  public let isOpen: Bool
}

/// The visitor that lists the fields of a view, those included that have no value now.
struct ViewOutline: ViewVisitor {
  private(set) var fields: [ViewField] = []
  var prefix = ""

  mutating func field<T: Described>(_ name: StaticString, _ value: T, _ summary: StaticString) {
    add(prefix + name.description, T.schema, summary.description)
  }

  mutating func field<T: Described>(_ name: StaticString, _ value: T?, _ summary: StaticString) {
    add(prefix + name.description, T.schema, summary.description)
  }

  mutating func nested<V: StateView>(_ name: StaticString, _ value: V, _ summary: StaticString) {
    let path = prefix + name.description
    fields.append(ViewField(path: path, summary: summary.description, isOpen: false))
    var inner = ViewOutline(prefix: path + ".")
    inner.show(value)
    fields += inner.fields
  }

  mutating func nested<P: PartView>(_ name: StaticString, _ value: P?, _ summary: StaticString) {
    nested(name, value ?? P.sample, summary)
  }

  mutating func nested<P: PartView>(
    _ name: StaticString, _ values: [P], _ summary: StaticString
  ) {
    fields.append(
      ViewField(
        path: prefix + name.description, summary: summary.description, isOpen: true))
  }

  mutating func show<V: StateView>(_ value: V) {
    value.view(&self)
    value.details(&self)
  }

  private mutating func add(_ path: String, _ schema: Schema, _ summary: String) {
    switch schema {
    case .nullable(let inner): add(path, inner, summary)
    case .list, .map: fields.append(ViewField(path: path, summary: summary, isOpen: true))
    case .record(let members):
      fields.append(ViewField(path: path, summary: summary, isOpen: false))
      for member in members { add("\(path).\(member.name)", member.schema, member.summary) }
    case .integer, .boolean, .text, .personal, .open, .instant, .span, .choice:
      fields.append(ViewField(path: path, summary: summary, isOpen: false))
    }
  }
}

extension [ViewField] {
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
