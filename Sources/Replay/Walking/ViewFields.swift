import EventSourcing

extension Substring {
  /// The rest of a path such as `registration.next_attempt` or `tags[0]` behind `name`; `nil` where
  /// it goes elsewhere.
  func following(_ name: String) -> Substring? {
    guard hasPrefix(name) else { return nil }
    let rest = dropFirst(name.count)
    if rest.isEmpty || rest.first == "[" { return rest }
    return rest.first == "." ? rest.dropFirst() : nil
  }

  /// The index in brackets with which a path begins, and the rest behind it.
  var element: (index: Int, rest: Substring)? {
    guard first == "[", let close = firstIndex(of: "]"), let index = Int(dropFirst()[..<close])
    else { return nil }
    let rest = self[self.index(after: close)...]
    return (index, rest.first == "." ? rest.dropFirst() : rest)
  }
}

extension Value {
  /// The steps of a written path; `nil` where the tree does not have it.
  ///
  /// A name is taken as far as it goes: an attribute's key may have dots of its own.
  func steps(to path: Substring) -> [StateStep]? {
    if path.isEmpty { return [] }
    switch self {
    case .fields(let fields):
      for field in fields {
        guard let rest = path.following(field.name) else { continue }
        if let steps = field.value.steps(to: rest) { return [.member(field.name)] + steps }
      }
      return nil
    case .list(let elements):
      guard let (index, rest) = path.element, elements.indices.contains(index) else { return nil }
      return elements[index].steps(to: rest).map { [.element(index)] + $0 }
    case .null, .boolean, .integer, .text, .personal, .instant, .span: return nil
    }
  }

  func at(path: Substring) -> Value? { steps(to: path).flatMap { at($0) } }
}

/// The visitor that takes one field out of a view and makes nothing of the others.
struct FieldProbe: ViewVisitor {
  private(set) var found: Value?
  private let path: Substring

  init(_ path: Substring) { self.path = path }

  mutating func field<T: Described>(_ name: StaticString, _ value: T, _ summary: StaticString) {
    guard found == nil, let rest = path.following(name.description) else { return }
    found = value.value.at(path: rest)
  }

  mutating func nested<V: StateView>(_ name: StaticString, _ value: V, _ summary: StaticString) {
    guard found == nil, let rest = path.following(name.description) else { return }
    if rest.isEmpty { return found = value.value }
    var inner = FieldProbe(rest)
    inner.show(value)
    found = inner.found
  }

  mutating func nested<P: PartView>(
    _ name: StaticString, _ values: [P], _ summary: StaticString
  ) {
    guard found == nil, let rest = path.following(name.description) else { return }
    found = Value.list(values.map { $0.value }).at(path: rest)
  }

  mutating func show<V: StateView>(_ value: V) {
    value.view(&self)
    if found == nil { value.details(&self) }
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
  private let prefix: String

  init(below prefix: String = "") { self.prefix = prefix }

  mutating func field<T: Described>(_ name: StaticString, _ value: T, _ summary: StaticString) {
    add(prefix + name.description, T.schema, summary.description)
  }

  mutating func field<T: Described>(_ name: StaticString, _ value: T?, _ summary: StaticString) {
    add(prefix + name.description, T.schema, summary.description)
  }

  mutating func nested<V: StateView>(_ name: StaticString, _ value: V, _ summary: StaticString) {
    let path = prefix + name.description
    fields.append(ViewField(path: path, summary: summary.description, isOpen: false))
    var inner = ViewOutline(below: path + ".")
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
