import Diagnostics
import YAML

/// A map whose keys the grammar declares: unknown ones and missing ones are findings.
struct Keys<K: Key> {
  /// The place of the first key, for findings about the map.
  let place: Place
  private let entries: [YAMLEntry]

  /// Reads `node` as `form`; messages call it `phrase` where it has a name of its own. `nil` and a
  /// finding where it is no map. A caller that names `fields` reads those itself, beside the keys.
  init?(
    _ node: YAMLNode, as form: Form = K.form, called phrase: String? = nil,
    beside fields: [String] = [], _ findings: Findings
  ) {
    guard let entries = node.keys(of: form, called: phrase, beside: fields, findings) else {
      return nil
    }
    self.entries = entries
    place = entries.first?.keyPlace ?? node.place
  }

  /// The value under `key`.
  subscript(key: K) -> YAMLNode? { index(of: key).map { entries[$0].value } }

  /// The entry called `key`, for findings about the key itself.
  func entry(_ key: K) -> YAMLEntry? { index(of: key).map { entries[$0] } }

  private func index(of key: K) -> Int? {
    let name = key.rawValue
    return entries.firstIndex { $0.key == name }
  }
}

extension YAMLNode {
  /// The entries of a map that has the keys of `form`: not made anew for each of the key types.
  fileprivate func keys(
    of form: Form, called phrase: String?, beside fields: [String], _ findings: Findings
  ) -> [YAMLEntry]? {
    guard let entries else {
      let phrase = phrase ?? form.phrase
      findings.add(.wrongShape(self, expected: "\(phrase) is a map of keys and values"))
      return nil
    }
    let names = FormNames.of(form)
    for (key, other) in names.dependencies where entries.contains(where: { $0.key == key }) {
      guard !entries.contains(where: { $0.key == other }),
        let place = entries.first(where: { $0.key == key })?.keyPlace
      else { continue }
      let phrase = phrase ?? form.phrase
      findings.add(.missingKeys([other], in: "\(phrase) that has '\(key)'", at: place))
    }
    let unknown = entries.filter { !names.all.contains($0.key) && !fields.contains($0.key) }
    let missing = names.required.filter { name in !entries.contains { $0.key == name } }
    // Nearly every map ends here; what follows is made for messages alone.
    if unknown.isEmpty, missing.isEmpty { return entries }
    let all = names.all + fields
    for entry in unknown {
      findings.add(
        .unknownKey(
          entry, in: phrase ?? form.phrase, allowed: all, home: form.home(ofKey: entry.key)))
    }
    // A misspelt key is found above; that the right one is missing follows from it.
    let misspelt = unknown.compactMap { suggestion(for: $0.key, among: all) }
    let left = missing.filter { !misspelt.contains($0) }
    if !left.isEmpty {
      let place = entries.first?.keyPlace ?? place
      findings.add(.missingKeys(left, in: phrase ?? form.phrase, at: place))
    }
    return entries
  }

  /// The value under a key that the grammar declares.
  subscript<K: Key>(key: K) -> YAMLNode? { self[key.rawValue] }

  /// The word of a set that stands here without quotes.
  func word<W: WordSet>(of set: W.Type) -> W? {
    guard case .scalar(let text, .plain) = content else { return nil }
    return W(rawValue: text)
  }

  func requiredWord<W: WordSet>(of set: W.Type, _ findings: Findings) -> W? {
    if let text, let word = W(rawValue: text) { return word }
    findings.add(.notAChoice(self, among: W.allCases.map(\.rawValue)))
    return nil
  }
}

extension [YAMLEntry] {
  /// Takes the entry under a key away.
  mutating func take<K: Key>(_ key: K) -> YAMLEntry? {
    firstIndex { $0.key == key.rawValue }.map { remove(at: $0) }
  }
}

extension YAMLNode {
  /// This node with another one in place of each scalar, and other names of entries.
  func replacing(
    scalars scalar: (YAMLNode, String, YAMLStyle) -> YAMLNode,
    keys key: (YAMLEntry) -> String = { $0.key }
  ) -> YAMLNode {
    switch content {
    case .scalar(let text, let style): return scalar(self, text, style)
    case .list(let elements):
      return holding(.list(elements.map { $0.replacing(scalars: scalar, keys: key) }))
    case .map(let entries):
      let replaced = entries.map { entry in
        YAMLEntry(
          key: key(entry), at: entry.keyPlace,
          value: entry.value.replacing(scalars: scalar, keys: key))
      }
      return holding(.map(replaced))
    }
  }

  /// This node with `other` laid over it: key by key through maps, anything else is replaced.
  func merged(with other: YAMLNode) -> YAMLNode {
    guard let below = entries, let above = other.entries else { return other }
    var result = above
    var inherited: [YAMLEntry] = []
    for entry in below {
      if let index = result.firstIndex(where: { $0.key == entry.key }) {
        result[index].value = entry.value.merged(with: result[index].value)
      } else {
        inherited.append(entry)
      }
    }
    return other.holding(.map(result + inherited))
  }

  /// Merges like `merged(with:)`, but joins the lists under `key`, those of `other` last.
  func merged(with other: YAMLNode, adding key: String) -> YAMLNode {
    let whole = merged(with: other)
    guard let below = self[key]?.elements, let own = other[key]?.elements else { return whole }
    return whole.holding(below + own, under: key)
  }

  /// This map with a list of these elements in place of what stands under `key`.
  func holding(_ elements: [YAMLNode], under key: String) -> YAMLNode {
    guard var entries, let index = entries.firstIndex(where: { $0.key == key }) else { return self }
    entries[index].value.content = .list(elements)
    return holding(.map(entries))
  }
}

extension YAMLEntry {
  /// Whether the key is `key:value` in one word, or holds the beginning of a map or list.
  var lacksSpace: Bool {
    key.contains(":") && value.isBlank || key.contains(":{") || key.contains(":[")
  }
}
