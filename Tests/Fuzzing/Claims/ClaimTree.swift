import Diagnostics
import YAML

/// The tree of a claim that is made, not written.
func claimTree(_ text: String) -> YAMLNode {
  do throws(Diagnostics) {
    return try parseYAML(Array(text.utf8), file: "claim")
  } catch {
    preconditionFailure("a claim is no YAML: \(text)")
  }
}

extension YAMLNode {
  /// The map with another value under `key`, or without the key.
  func setting(_ key: String, to value: YAMLNode?) -> YAMLNode {
    var entries = entries ?? []
    let place = entries.firstIndex { $0.key == key }
    switch (place, value) {
    case (let index?, let value?): entries[index].value = value
    case (let index?, nil): entries.remove(at: index)
    case (nil, let value?): entries.append(YAMLEntry(key: key, at: value.place, value: value))
    case (nil, nil): break
    }
    return holding(.map(entries))
  }

  /// The map with these keys alone.
  func keeping(_ keys: [String]) -> YAMLNode {
    holding(.map((entries ?? []).filter { keys.contains($0.key) }))
  }

  /// The list with another element at `index`, or without it.
  func replacing(_ index: Int, by element: YAMLNode?) -> YAMLNode {
    var elements = elements ?? []
    elements.replaceSubrange(index...index, with: element.map { [$0] } ?? [])
    return holding(.list(elements))
  }

  /// The list with the element at `index` twice.
  func repeating(_ index: Int) -> YAMLNode {
    var elements = elements ?? []
    elements.insert(elements[index], at: index)
    return holding(.list(elements))
  }
}
