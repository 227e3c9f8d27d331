import EventSourcing

/// The way to a field of a view, such as `registration.next_attempt` or `tags[0]`.
///
/// A name is taken as far as it goes: an attribute's key may have dots of its own.
package struct FieldPath {
  private let bytes: [UInt8]

  package init(_ text: String) { bytes = Array(text.utf8) }

  /// The whole path, not yet followed.
  var start: Int { 0 }

  func isEnd(_ offset: Int) -> Bool { offset == bytes.count }

  /// Where the path goes on behind `name`; `nil` where it goes elsewhere.
  func follow(_ name: StaticString, from offset: Int) -> Int? {
    follow(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount), from: offset)
  }

  /// The value at the path from `offset` on.
  func value(in value: Value, from offset: Int) -> Value? {
    if isEnd(offset) { return value }
    switch value {
    case .fields(let fields):
      for field in fields {
        var name = field.name
        let next = name.withUTF8 { follow($0, from: offset) }
        if let next, let found = self.value(in: field.value, from: next) { return found }
      }
      return nil
    case .list(let values):
      guard let (index, next) = element(from: offset), index < values.count else { return nil }
      return self.value(in: values[index], from: next)
    case .null, .boolean, .integer, .text, .personal, .instant, .span: return nil
    }
  }

  private func follow(_ name: UnsafeBufferPointer<UInt8>, from offset: Int) -> Int? {
    let end = offset + name.count
    guard end <= bytes.count, bytes[offset..<end].elementsEqual(name) else { return nil }
    if end == bytes.count || bytes[end] == UInt8(ascii: "[") { return end }
    return bytes[end] == UInt8(ascii: ".") ? end + 1 : nil
  }

  /// The index in brackets at `offset`, and where the path goes on behind it.
  private func element(from offset: Int) -> (index: Int, next: Int)? {
    guard bytes[offset] == UInt8(ascii: "["),
      let close = bytes[offset...].firstIndex(of: UInt8(ascii: "]")),
      let index = Int(String(decoding: bytes[(offset + 1)..<close], as: UTF8.self)), index >= 0
    else { return nil }
    let next = close + 1
    if next < bytes.count, bytes[next] == UInt8(ascii: ".") { return (index, next + 1) }
    return (index, next)
  }
}

/// The visitor that takes one field out of a view and makes nothing of the others.
struct FieldProbe: ViewVisitor {
  /// The value at the path; `nil` while it was not found.
  private(set) var found: Value?
  private let path: FieldPath
  private let offset: Int

  init(_ path: FieldPath, from offset: Int = 0) {
    self.path = path
    self.offset = offset
  }

  mutating func field<T: Described>(_ name: StaticString, _ value: T, _ summary: StaticString) {
    guard found == nil, let next = path.follow(name, from: offset) else { return }
    found = path.value(in: value.value, from: next)
  }

  mutating func field<T: Described>(_ name: StaticString, _ value: T?, _ summary: StaticString) {
    if let value { field(name, value, summary) }
  }

  mutating func nested<V: StateView>(_ name: StaticString, _ value: V, _ summary: StaticString) {
    guard found == nil, let next = path.follow(name, from: offset) else { return }
    if path.isEnd(next) { return found = value.value }
    var inner = FieldProbe(path, from: next)
    inner.show(value)
    found = inner.found
  }

  mutating func nested<P: PartView>(_ name: StaticString, _ value: P?, _ summary: StaticString) {
    if let value { nested(name, value, summary) }
  }

  mutating func nested<P: PartView>(
    _ name: StaticString, _ values: [P], _ summary: StaticString
  ) {
    guard found == nil, let next = path.follow(name, from: offset) else { return }
    found = path.value(in: .list(values.map { $0.value }), from: next)
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
  /// What it means, in one sentence; empty where the name says it.
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
