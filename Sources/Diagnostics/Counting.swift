/// A number with its noun: `1 scenario`, `2 scenarios`.
public func counted(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}

extension Sequence where Element: Hashable {
  /// The elements, each once, in the order of their first places.
  package func eachOnce() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
