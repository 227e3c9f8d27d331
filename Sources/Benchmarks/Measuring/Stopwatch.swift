import Foundation

/// Measures the processor time of this process, which other work on the machine disturbs least.
enum Stopwatch {
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

  /// The most memory that this process has had at any time, in KiB.
  static var peakMemory: Int {
    var usage = rusage()
    #if os(Linux)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss
    #else
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss / 1024
    #endif
  }
}
