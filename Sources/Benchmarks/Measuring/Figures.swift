import Foundation

/// A number with one decimal.
func tenths(_ value: Double) -> String { String(format: "%.1f", value) }

/// A count with commas between thousands.
func grouped(_ value: Int) -> String {
  var digits = Substring(String(value))
  var groups: [Substring] = []
  while digits.count > 3 {
    groups.insert(digits.suffix(3), at: 0)
    digits = digits.dropLast(3)
  }
  groups.insert(digits, at: 0)
  return groups.joined(separator: ",")
}

/// Nanoseconds that each of `count` things took.
func nanoseconds(_ seconds: Double, each count: Int) -> Int {
  Int(seconds * 1e9 / Double(max(1, count)))
}

/// How many millions of things were done in a second.
func millions(_ count: Int, in seconds: Double) -> String {
  String(format: "%.2f M/s", Double(count) / 1e6 / seconds)
}
