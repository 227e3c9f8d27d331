import Diagnostics
import YAML

/// A map whose keys the format fixes: unknown ones are findings, with a proposal.
struct Keys {
  /// What the map is, with its article, such as "a step".
  let what: String
  let place: Place
  private let entries: [YAMLEntry]

  /// Reads `node`; `nil` and a finding where it is no map.
  init?(_ node: YAMLNode, _ what: String, allowed: [String], _ findings: Findings) {
    guard let entries = node.entries else {
      findings.add(.wrongShape(node, expected: "\(what) is a map of keys and values"))
      return nil
    }
    self.what = what
    self.entries = entries
    place = entries.first?.keyPlace ?? node.place
    for entry in entries where !allowed.contains(entry.key) {
      findings.add(.unknownKey(entry, in: what, allowed: allowed))
    }
  }

  /// What stands under `key`.
  subscript(key: String) -> YAMLNode? { entry(key)?.value }

  /// The entry called `key`, for findings about the key itself.
  func entry(_ key: String) -> YAMLEntry? { entries.first { $0.key == key } }

  /// What stands under `key`, and a finding where nothing does.
  func required(_ key: String, _ findings: Findings) -> YAMLNode? {
    if let node = self[key] { return node }
    findings.add(.missingKey(key, in: what, at: place))
    return nil
  }
}
