import EventSourcing

/// The visitor that collects the personal values of what it visits.
struct PersonalValues: ValueRewriter {
  /// The values, in the order described.
  private(set) var found: [String] = []

  mutating func personal(_ value: String) -> String {
    found.append(value)
    return value
  }

  mutating func open(_ value: String) -> String { personal(value) }
}

/// The visitor that puts pseudonyms in the place of personal values, wherever they stand.
///
/// A text that is no personal field but equals a personal value, such as an event's name or the key
/// of a map, is renamed as well: the machine may compare the two.
struct Renamer: ValueRewriter {
  private let pseudonyms: Pseudonyms
  /// A personal value that is part of a longer text, where it cannot be renamed, and the field.
  private(set) var left: (value: String, field: String)?
  private var path: [StaticString] = []

  init(_ pseudonyms: Pseudonyms) { self.pseudonyms = pseudonyms }

  mutating func required<T: Described>(
    _ name: StaticString, _ value: T, _ summary: StaticString
  ) -> T {
    path.append(name)
    defer { path.removeLast() }
    return value.described(by: &self)
  }
  mutating func optional<T: Described>(
    _ name: StaticString, _ value: T?, _ summary: StaticString
  ) -> T? {
    guard let value else { return nil }
    return required(name, value, summary)
  }
  mutating func defaulted<T: Described>(
    _ name: StaticString, _ value: T, default: T, _ summary: StaticString
  ) -> T { required(name, value, summary) }

  mutating func text(_ value: String) -> String {
    let renamed = pseudonyms.renamed(value)
    if left == nil, renamed == value, let found = pseudonyms.valueLeft(in: value) {
      left = (found, path.map(\.description).joined(separator: "."))
    }
    return renamed
  }
  mutating func personal(_ value: String) -> String { text(value) }
  mutating func open(_ value: String) -> String { text(value) }

  mutating func map<T: Described>(_ values: TextMap<T>) -> TextMap<T> {
    var result = TextMap<T>()
    for entry in values.entries { result[text(entry.key)] = entry.value.described(by: &self) }
    return result
  }
}

extension Pseudonyms {
  /// Whether `new` is `old` with pseudonyms in the place of personal values.
  ///
  /// What is kept in the order of its text, such as tags and attributes, may have another order
  /// under other names; any other order has to be the same.
  func renames(_ old: Value, to new: Value) -> Bool {
    switch (old, new) {
    case (.fields(let old), .fields(let new)):
      let names = old.map { Value.Field(name: renamed($0.name), value: $0.value) }
      return old.count == new.count
        && zip(names.sorted(by: isBefore), new.sorted(by: isBefore)).allSatisfy {
          $0.name == $1.name && renames($0.value, to: $1.value)
        }
    case (.list(var old), .list(let new)):
      guard old.count == new.count else { return false }
      if isAscending(old), isAscending(new) {
        old.sort { precedes(renamed($0.orderingText ?? ""), renamed($1.orderingText ?? "")) }
      }
      return zip(old, new).allSatisfy { renames($0, to: $1) }
    default:
      if let text = old.text { return new.text == renamed(text) }
      return old == new
    }
  }

  private func isBefore(_ left: Value.Field, _ right: Value.Field) -> Bool {
    precedes(left.name, right.name)
  }

  private func isAscending(_ values: [Value]) -> Bool {
    let texts = values.compactMap(\.orderingText)
    return texts.count == values.count
      && zip(texts, texts.dropFirst()).allSatisfy { precedes($0, $1) }
  }
}

extension Value {
  /// The text by which a sorted list orders this element: itself, or its first field.
  fileprivate var orderingText: String? {
    if case .fields(let fields) = self { return fields.first?.value.text }
    return text
  }
}
