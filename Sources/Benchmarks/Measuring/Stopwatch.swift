import Foundation

/// Measures the processor time of this process, which other work on the machine disturbs least, and
/// the time that passes.
enum Stopwatch {
  /// The seconds that pass during one run.
  static func elapsedSeconds(_ work: () throws -> Void) rethrows -> Double {
    let span = try ContinuousClock().measure(work)
    return Double(span.components.seconds) + Double(span.components.attoseconds) / 1e18
  }

  /// The seconds that one run takes.
  static func seconds(_ work: () throws -> Void) rethrows -> Double {
    let before = clock()
    try work()
    return Double(clock() - before) / Double(CLOCKS_PER_SEC)
  }

  /// The median of several runs.
  static func median(of runs: Int, _ work: () throws -> Void) rethrows -> Double {
    try (0..<runs).map { _ in try seconds(work) }.sorted()[runs / 2]
  }
}
