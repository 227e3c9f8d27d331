import Foundation

/// Measures the processor time of this process, which other work on the machine disturbs least.
enum Stopwatch {
  /// The seconds that one run takes.
  static func seconds(_ work: () throws -> Void) rethrows -> Double {
    let before = clock()
    try work()
    return Double(clock() - before) / Double(CLOCKS_PER_SEC)
  }
}
