import EventSourcing

/// The personal values of a trace and what stands in their place.
///
/// Different values have different pseudonyms, equal ones the same; white space around a value
/// stays, because machines trim it, and a blank value stays blank. A pseudonym depends on the key,
/// the value and the values before it in the trace alone.
struct Pseudonyms: Sendable {
  private let key: RedactionKey
  private let kept: Set<String>
  private var names: [String: String] = [:]
  private var taken: Set<String> = []
  /// The values of at least `searched` bytes, by the number that their first ones make.
  private var starts: [UInt64: [[UInt8]]] = [:]

  /// The smallest number of bytes of a value that is looked for inside other text; shorter ones are
  /// found as whole texts alone, because they are part of too many other texts.
  static let searched = 5

  /// Starts without a value; those in `kept` never have a pseudonym.
  init(key: RedactionKey, except kept: Set<String> = []) {
    self.key = key
    self.kept = kept
  }

  var count: Int { names.count }

  /// Takes a personal value; a blank one needs no pseudonym.
  mutating func add(_ text: String) {
    let value = Trimmed(text).core
    guard !value.isEmpty, !kept.contains(value), names[value] == nil else { return }
    let kind = PersonalKind(of: value)
    var attempt: UInt8 = 0
    var name = kind.pseudonym(of: value, attempt: attempt, key)
    while taken.contains(name) || names[name] != nil {
      attempt &+= 1
      name = kind.pseudonym(of: value, attempt: attempt, key)
    }
    names[value] = name
    taken.insert(name)
    let bytes = Array(value.utf8)
    if bytes.count >= Pseudonyms.searched {
      starts[Pseudonyms.start(of: bytes, at: 0), default: []].append(bytes)
    }
  }

  func contains(_ text: String) -> Bool { names[Trimmed(text).core] != nil }

  /// The personal values among `texts`.
  func values(among texts: [String]) -> [String] {
    texts.map { Trimmed($0).core }.filter { names[$0] != nil }
  }

  /// The text with the pseudonym of the personal value that it is; any other text as it is.
  func renamed(_ text: String) -> String {
    let parts = Trimmed(text)
    guard let name = names[parts.core] else { return text }
    return parts.lead + name + parts.trail
  }

  /// The text with pseudonyms in the place of all personal values that stand in it.
  ///
  /// A value of fewer than `searched` bytes counts only where it is a whole word; of several that
  /// begin at one place, the longest is replaced.
  func renamed(inside text: String) -> String {
    if names[Trimmed(text).core] != nil { return renamed(text) }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if let value = value(in: bytes, at: index), let name = names[value] {
        result += name.utf8
        index += value.utf8.count
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The longest personal value that begins at `index`.
  private func value(in bytes: [UInt8], at index: Int) -> String? {
    let rest = bytes[index...]
    if rest.count >= Pseudonyms.searched {
      let long = starts[Pseudonyms.start(of: bytes, at: index)]?.filter { rest.starts(with: $0) }
      if let value = long?.max(by: { $0.count < $1.count }) {
        return String(decoding: value, as: UTF8.self)
      }
    }
    guard index == 0 || !isWord(bytes[index - 1]) || !isWord(bytes[index]) else { return nil }
    for count in stride(from: min(rest.count, Pseudonyms.searched - 1), to: 0, by: -1) {
      let end = index + count
      if end < bytes.count, isWord(bytes[end]), isWord(bytes[end - 1]) { continue }
      let value = String(decoding: bytes[index..<end], as: UTF8.self)
      if names[value] != nil { return value }
    }
    return nil
  }

  /// A personal value that stands somewhere in `text`; `nil` where none does.
  func valueLeft(in text: String) -> String? {
    let core = Trimmed(text).core
    if names[core] != nil { return core }
    let bytes = Array(text.utf8)
    guard !starts.isEmpty, bytes.count >= Pseudonyms.searched else { return nil }
    for index in 0...(bytes.count - Pseudonyms.searched) {
      guard let values = starts[Pseudonyms.start(of: bytes, at: index)] else { continue }
      if let value = values.first(where: { bytes[index...].starts(with: $0) }) {
        return String(decoding: value, as: UTF8.self)
      }
    }
    return nil
  }

  private static func start(of bytes: [UInt8], at index: Int) -> UInt64 {
    bytes[index..<index + searched].reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// Whether a byte is a letter or digit of ASCII; not all other scripts have spaces between words.
private func isWord(_ byte: UInt8) -> Bool {
  switch byte.lowercase {
  case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
  default: false
  }
}

/// A text without the white space around it.
private struct Trimmed {
  let lead: Substring
  let core: String
  let trail: Substring

  init(_ text: String) {
    lead = text.prefix { $0.isWhitespace }
    let rest = text[lead.endIndex...]
    guard let last = rest.lastIndex(where: { !$0.isWhitespace }) else {
      core = ""
      trail = rest
      return
    }
    core = String(rest[...last])
    trail = rest[rest.index(after: last)...]
  }
}

/// The visitor that collects the personal values of what it visits.
struct PersonalValues: ValueRewriter {
  /// The values, in the order described.
  private(set) var found: [String] = []

  mutating func personal(_ value: String) -> String {
    found.append(value)
    return value
  }
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

  mutating func text(_ value: String) -> String {
    let renamed = pseudonyms.renamed(value)
    if left == nil, renamed == value, let found = pseudonyms.valueLeft(in: value) {
      left = (found, path.map(\.description).joined(separator: "."))
    }
    return renamed
  }
  mutating func personal(_ value: String) -> String { text(value) }

  mutating func map<T: Described>(_ values: TextMap<T>) -> TextMap<T> {
    var result = TextMap<T>()
    for entry in values.entries { result[text(entry.key)] = entry.value.described(by: &self) }
    return result
  }
}

extension Pseudonyms {
  /// Whether `new` is `old` with pseudonyms in the place of personal values.
  ///
  /// Values kept in the order of their text, such as tags and attributes, may have another order
  /// under other names; any other order has to be the same.
  func renames(_ old: Value, to new: Value) -> Bool { renames(old, to: new) { renamed($0) } }

  /// Whether the state `new` is `old` with pseudonyms, also in a name that the machine has made of
  /// a value and more, such as that of a contact; in a record such a name would be left. A word of
  /// the machine stays, though it is somebody's value too.
  func renames(state old: Value, to new: Value) -> Bool {
    renames(old, to: new) || renames(old, to: new, keepsWords: true) { renamed(inside: $0) }
  }

  private func renames(
    _ old: Value, to new: Value, keepsWords: Bool = false, by name: (String) -> String
  ) -> Bool {
    switch (old, new) {
    case (.fields(let old), .fields(let new)):
      let words = keepsWords ? Set(new.map { $0.name }) : []
      let names = old.map { field in
        let isWord = words.contains(field.name)
        return Value.Field(name: isWord ? field.name : name(field.name), value: field.value)
      }
      return old.count == new.count
        && zip(names.sorted(by: isBefore), new.sorted(by: isBefore)).allSatisfy {
          $0.name == $1.name
            && renames($0.value, to: $1.value, keepsWords: keepsWords, by: name)
        }
    case (.list(var old), .list(let new)):
      guard old.count == new.count else { return false }
      if isAscending(old), isAscending(new) {
        old.sort { precedes(name($0.orderingText ?? ""), name($1.orderingText ?? "")) }
      }
      return zip(old, new).allSatisfy {
        renames($0, to: $1, keepsWords: keepsWords, by: name)
      }
    default:
      if let text = old.text { return new.text == name(text) || keepsWords && new.text == text }
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
