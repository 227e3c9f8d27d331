import Diagnostics
import EventSourcing
import Reports

extension ValueText {
  /// A value as a cell of a table: on one line, cut to `width`.
  func cell(_ value: Value?, absent: String = "absent", to width: Int = 40) -> String {
    visible(truncate(value.map(text) ?? absent, to: width))
  }
}
