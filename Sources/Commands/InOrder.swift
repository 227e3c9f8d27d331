/// Does `count` independent pieces of work, `width` at a time, by default one on each core, and
/// hands their results to `take` in order; none begins after the verb was asked to end.
func inOrder<Output: Sendable>(
  _ count: Int, width: Int = coreCount,
  _ work: @escaping @Sendable (Int) throws -> Output, _ take: (Output) throws -> Void
) async throws {
  var rest = 0..<count
  try await inOrder(
    width: width, next: { Interruption.isRequested ? nil : rest.popFirst() }, work: work,
    take: take)
}

/// Does the pieces of work that `next` hands out until it has none, `width` at a time, and hands
/// their results to `take` in order.
///
/// A piece is asked for when a core is free, and no more than a few results a core wait for an
/// earlier one, so that memory grows with the cores and not with the work.
func inOrder<Input: Sendable, Output: Sendable>(
  width: Int = coreCount, next: () throws -> Input?,
  work: @escaping @Sendable (Input) throws -> Output, take: (Output) throws -> Void
) async throws {
  try await withThrowingTaskGroup(of: (Int, Result<Output, any Error>).self) { group in
    var started = 0
    var taken = 0
    var isOver = false
    var waiting: [Int: Result<Output, any Error>] = [:]
    while true {
      while !isOver, started - taken < 4 * width, started - taken - waiting.count < width {
        guard let input = try next() else {
          isOver = true
          break
        }
        let index = started
        group.addTask { (index, Result { try work(input) }) }
        started += 1
      }
      guard let (index, output) = try await group.next() else { return }
      waiting[index] = output
      while let next = waiting.removeValue(forKey: taken) {
        taken += 1
        try take(next.get())
      }
    }
  }
}
