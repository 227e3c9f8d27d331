import Diagnostics
import YAML

/// A map whose keys the grammar declares: unknown ones and missing ones are findings.
struct Keys<K: Key> {
  /// Where the first key stands, for findings about the map.
  let place: Place
  private let keys: [K]
  /// The entry of each of `keys`.
  private let entries: [YAMLEntry]

  /// Reads `node` as `form`, which messages call `phrase` where it has a name of its own; `nil`
  /// and a finding where it is no map. Whoever names `fields` reads those beside the keys.
  init?(
    _ node: YAMLNode, as form: Form = K.form, called phrase: String? = nil,
    beside fields: [String] = [], _ findings: Findings
  ) {
    let phrase = phrase ?? form.phrase
    guard let entries = node.entries else {
      findings.add(.wrongShape(node, expected: "\(phrase) is a map of keys and values"))
      return nil
    }
    place = entries.first?.keyPlace ?? node.place
    let names = FormNames.of(form)
    for entry in entries where !names.all.contains(entry.key) && !fields.contains(entry.key) {
      findings.add(.unknownKey(entry, in: phrase, allowed: names.all + fields))
    }
    // A misspelt key is found above; that the right one is missing follows from it.
    let unknown = entries.map(\.key).filter { !names.all.contains($0) && !fields.contains($0) }
    let misspelt = unknown.compactMap { suggestion(for: $0, among: names.all + fields) }
    for name in names.required
    where !entries.contains(where: { $0.key == name }) && !misspelt.contains(name) {
      findings.add(.missingKey(name, in: phrase, at: entries.first?.keyPlace ?? node.place))
    }
    let known = entries.compactMap { entry in K(rawValue: entry.key).map { ($0, entry) } }
    keys = known.map { $0.0 }
    self.entries = known.map { $0.1 }
  }

  /// What stands under `key`.
  subscript(key: K) -> YAMLNode? { entry(key)?.value }

  /// The entry called `key`, for findings about the key itself.
  ///
  /// `firstIndex(of:)` compares the cases; `==` between two keys would compare their texts.
  func entry(_ key: K) -> YAMLEntry? { keys.firstIndex(of: key).map { entries[$0] } }
}

extension YAMLNode {
  /// What stands under a key that the grammar declares.
  subscript<K: Key>(key: K) -> YAMLNode? { self[key.rawValue] }

  /// The word of a set that stands here without quotes.
  func word<W: WordSet>(of set: W.Type) -> W? {
    guard case .scalar(let text, .plain) = content else { return nil }
    return W(rawValue: text)
  }

  /// The word of a set that has to stand here.
  func requiredWord<W: WordSet>(of set: W.Type, _ findings: Findings) -> W? {
    if let text, let word = W(rawValue: text) { return word }
    findings.add(.notAChoice(self, among: W.allCases.map(\.rawValue)))
    return nil
  }
}
