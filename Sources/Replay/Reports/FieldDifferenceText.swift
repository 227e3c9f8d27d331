import Diagnostics
import Reports

extension [FieldDifference] {
  /// The first `count` fields, a line for each side that has them, and how many more there are;
  /// values as `left` and `right` write them.
  package func lines(_ left: ValueText, _ right: ValueText? = nil, first count: Int) -> [String] {
    let shown = prefix(count).flatMap { field in
      [
        field.recorded.map { "  - \(field.path): \(left.text($0))" },
        field.computed.map { "  + \(field.path): \((right ?? left).text($0))" },
      ].compactMap { $0 }
    }
    let rest = self.count - count
    return shown + (rest > 0 ? ["  … and \(counted(rest, "more field"))"] : [])
  }
}
