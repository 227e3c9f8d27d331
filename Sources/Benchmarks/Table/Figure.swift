import Foundation

/// What was measured of one contestant.
struct Figure {
  /// The seconds a unit of each round.
  private(set) var rounds: [Double] = []
  /// The number of blocks asked for, a unit; `nil` where they are not counted.
  var allocations: Double?
  /// By how many bytes the most that was held grows with each unit.
  var heldBytes: Double?

  mutating func add(_ seconds: Double) { rounds.append(seconds) }

  /// The seconds a unit in the middle of all rounds.
  var median: Double { rounds.sorted()[rounds.count / 2] }
  /// From the fastest to the slowest round, as a part of the median.
  var spread: Double { ((rounds.max() ?? 0) - (rounds.min() ?? 0)) / median }
  /// Units in a second.
  var rate: Double { 1 / median }
}

/// A number with about three digits.
func digits(_ value: Double) -> String {
  String(format: abs(value) >= 100 ? "%.0f" : abs(value) >= 10 ? "%.1f" : "%.2f", value)
}

/// Seconds in a unit that suits them.
func shortTime(_ seconds: Double) -> String {
  switch seconds {
  case ..<1e-6: "\(digits(seconds * 1e9)) ns"
  case ..<1e-3: "\(digits(seconds * 1e6)) us"
  case ..<1: "\(digits(seconds * 1e3)) ms"
  case _: "\(digits(seconds)) s"
  }
}

/// How often in a second, in thousands or millions.
func shortRate(_ rate: Double) -> String {
  switch rate {
  case ..<1e4: digits(rate)
  case ..<1e6: "\(digits(rate / 1e3)) k"
  case _: "\(digits(rate / 1e6)) M"
  }
}
