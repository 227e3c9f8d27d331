import Foundation

/// Measures the processor time of this process, which other work on the machine disturbs least.
enum Stopwatch {
  static func cpuSeconds(_ work: () throws -> Void) rethrows -> Double {
    let before = clock()
    try work()
    return Double(clock() - before) / Double(CLOCKS_PER_SEC)
  }
}

/// A number with one decimal.
func tenths(_ value: Double) -> String { String(format: "%.1f", value) }
