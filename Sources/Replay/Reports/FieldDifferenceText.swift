import Diagnostics
import Reports

extension [FieldDifference] {
  /// The first `count` fields, a line for each side, and how many more there are; values as `left`
  /// and `right` write them.
  package func lines(_ left: ValueText, _ right: ValueText? = nil, first count: Int) -> [String] {
    let shown = prefix(count).flatMap { field in
      [
        "  - \(field.path): \(left.text(field.recorded))",
        "  + \(field.path): \((right ?? left).text(field.computed))",
      ]
    }
    let rest = self.count - shown.count / 2
    return shown + (rest > 0 ? ["  … and \(counted(rest, "more field"))"] : [])
  }
}
