/// Writes a number with its noun: `1 scenario`, `2 scenarios`, `3 properties`, `4 days`,
/// `5 hashes`.
public func counted(_ number: some BinaryInteger, _ noun: String) -> String {
  if number == 1 { return "1 \(noun)" }
  let stem = noun.dropLast()
  let isChanged = noun.hasSuffix("y") && !"aeiou".contains(stem.last ?? "a")
  let plural = isChanged ? "\(stem)ies" : noun.hasSuffix("sh") ? "\(noun)es" : "\(noun)s"
  return "\(number) \(plural)"
}

/// Writes the line that ends a shortened list, such as `  … and 2 more fields`; none where nothing
/// is left out.
package func moreLine(_ rest: Int, _ noun: String = "", indent: String = "  ") -> [String] {
  if rest <= 0 { return [] }
  return ["\(indent)… and \(noun.isEmpty ? "\(rest) more" : counted(rest, "more \(noun)"))"]
}

/// The words as a sentence has them: `a`, `a and b`, `a, b and c`.
package func listed(_ words: some BidirectionalCollection<String>) -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return "\(words.dropLast().joined(separator: ", ")) and \(last)"
}

extension Sequence {
  /// The elements by the keys that `key` gives, those of one key in their order.
  package func stablySorted<Key: Comparable>(by key: (Element) -> Key) -> [Element] {
    enumerated().map { (key: key($0.element), offset: $0.offset, element: $0.element) }
      .sorted { ($0.key, $0.offset) < ($1.key, $1.offset) }.map { $0.element }
  }
}

extension Sequence where Element: Hashable {
  /// The elements, each once, in the order of their first places.
  package func eachOnce() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
