#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Does `count` independent pieces of work, `width` at a time, by default one on each core, and
/// hands their results to `take` in order.
///
/// No more than a few results a core wait for an earlier one, so that memory grows with the cores
/// and not with the work.
func inOrder<Output: Sendable>(
  _ count: Int, width: Int = ProcessInfo.processInfo.activeProcessorCount,
  _ work: @escaping @Sendable (Int) -> Output, _ take: (Output) throws -> Void
) async throws {
  try await withThrowingTaskGroup(of: (Int, Output).self) { group in
    var started = 0
    var taken = 0
    var waiting: [Int: Output] = [:]
    while taken < count {
      while started < count, started - taken < 4 * width, started - taken - waiting.count < width {
        let index = started
        group.addTask { (index, work(index)) }
        started += 1
      }
      guard let (index, output) = try await group.next() else { return }
      waiting[index] = output
      while let next = waiting.removeValue(forKey: taken) {
        taken += 1
        try take(next)
      }
    }
  }
}
