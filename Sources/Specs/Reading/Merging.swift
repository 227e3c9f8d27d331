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
}
