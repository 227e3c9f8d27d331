import EventSourcing
import YAML

/// Some fields of a record, read before the record is known that they change.
package struct RecordChanges<R: Record>: Sendable {
  /// The fields of the record that change, in whole or in part.
  package let names: [String]
  /// By path, such as `backoff.first`.
  private let values: [String: any Sendable]

  /// The record with these fields in place of its own.
  package func applied(to record: R) -> R {
    var visitor = ChangeVisitor(values: values)
    return values.isEmpty ? record : record.fields(&visitor)
  }

  /// Picks from `record` the fields that `node` names; no node names none.
  init(_ record: R, namedBy node: YAMLNode?) {
    names = node?.entries?.map(\.key) ?? []
    var visitor = ChangeVisitor(picking: node)
    _ = record.fields(&visitor)
    values = visitor.values
  }
}

/// Picks the values of some fields, or puts them in the place of those of another record.
private struct ChangeVisitor: Visitor {
  typealias Failure = Never

  private(set) var values: [String: any Sendable]
  private let isPicking: Bool
  private var node: YAMLNode?
  private var path = ""

  /// A field that is written as `null`.
  private struct Nothing: Sendable {}

  init(picking node: YAMLNode?) {
    values = [:]
    isPicking = true
    self.node = node
  }

  init(values: [String: any Sendable]) {
    self.values = values
    isPicking = false
  }

  private mutating func field<T: Described>(_ name: StaticString, _ value: T) -> T {
    let (outerPath, outerNode) = (path, node)
    defer { (path, node) = (outerPath, outerNode) }
    path += path.isEmpty ? name.description : ".\(name)"
    if isPicking {
      guard let inner = node?[name.description] else { return value }
      node = inner
    }
    return value.described(by: &self)
  }

  private mutating func leaf<T: Sendable>(_ value: T) -> T {
    if isPicking { values[path] = value }
    return values[path] as? T ?? value
  }

  mutating func required<T: Described>(
    _ name: StaticString, _ value: T, _ summary: StaticString
  ) -> T { field(name, value) }

  mutating func optional<T: Described>(
    _ name: StaticString, _ value: T?, _ summary: StaticString
  ) -> T? {
    let inner = path.isEmpty ? name.description : "\(path).\(name)"
    if isPicking, node?[name.description]?.isWord("null") == true { values[inner] = Nothing() }
    if values[inner] is Nothing { return nil }
    let isChanged = values.keys.contains { $0 == inner || $0.hasPrefix(inner + ".") }
    guard let start = value ?? (isPicking || isChanged ? T.sample : nil) else { return nil }
    return field(name, start)
  }

  mutating func defaulted<T: Described>(
    _ name: StaticString, _ value: T, default: T, _ summary: StaticString
  ) -> T { field(name, value) }

  mutating func integer(_ value: Int64) -> Int64 { leaf(value) }
  mutating func boolean(_ value: Bool) -> Bool { leaf(value) }
  mutating func text(_ value: String) -> String { leaf(value) }
  mutating func personal(_ value: String) -> String { leaf(value) }
  mutating func open(_ value: String) -> String { leaf(value) }
  mutating func instant(_ value: Instant) -> Instant { leaf(value) }
  mutating func span(_ value: TimeSpan) -> TimeSpan { leaf(value) }
  mutating func choice<C: Choice>(_ value: C) -> C { leaf(value) }
  mutating func nullable<T: Described>(_ value: T?) -> T? { leaf(value) }
  mutating func list<T: Described>(_ values: [T]) -> [T] { leaf(values) }

  mutating func map<T: Described>(_ values: TextMap<T>) -> TextMap<T> {
    var result = values
    for entry in leaf(values).entries { result[entry.key] = entry.value }
    return result
  }

  mutating func record<R: Record>(_ value: R) -> R { value.fields(&self) }
}
