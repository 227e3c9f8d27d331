import ArgumentParser

/// One of several equal parts of a run, as `--shard 2/5` names it: every scenario belongs to
/// exactly one part, whatever the others find.
struct Shard: ExpressibleByArgument, Equatable {
  /// The number of the part, from 1.
  let number: Int
  let count: Int

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]),
      1 <= number, number <= count
    else { return nil }
    self.number = number
    self.count = count
  }

  /// Whether the scenario at `index` of all that were selected belongs to this part. Neighbours
  /// go to different parts, because scenarios of one file take about as long as one another.
  func contains(_ index: Int) -> Bool { index % count == number - 1 }
}
