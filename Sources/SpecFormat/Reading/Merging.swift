import YAML

extension YAMLNode {
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
    return YAMLNode(.map(result + inherited), at: other.place, lastLine: other.lastLine)
  }

  /// As `merged(with:)`, but the lists under `key` are joined, those of `other` last.
  func merged(with other: YAMLNode, adding key: String) -> YAMLNode {
    let whole = merged(with: other)
    guard let below = self[key]?.elements, let above = other[key],
      let own = above.elements, var entries = whole.entries,
      let index = entries.firstIndex(where: { $0.key == key })
    else { return whole }
    entries[index].value.content = .list(below + own)
    return YAMLNode(.map(entries), at: whole.place, lastLine: whole.lastLine)
  }
}
