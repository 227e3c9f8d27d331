/// The drifts of one signature in one trace.
public struct DriftGroup: Equatable, Sendable {
  /// What they have in common.
  public var signature: DriftSignature
  /// How many there are.
  public var count: Int64
  /// The record of the first one.
  public var seq: Int64
  /// The line of the first one.
  public var line: Int
  /// Which acceptance covers them; `nil` where none does.
  public var acceptance: Int?
}

/// Counts the drifts of a trace by their signatures.
struct DriftTally {
  /// The groups in the order of their first drifts.
  private(set) var groups: [DriftGroup] = []
  /// The number of drifts, those beyond the groups that are kept included.
  private(set) var count: Int64 = 0
  private var places: [DriftSignature: Int] = [:]

  /// Further signatures are counted together: a longer list is not read.
  private static var kept: Int { 1_000 }

  /// Counts a drift.
  ///
  /// - Returns: Which acceptance covers it.
  mutating func add(
    _ signature: DriftSignature, seq: Int64, line: Int,
    acceptance: (DriftSignature) -> Int?
  ) -> Int? {
    count += 1
    if let place = places[signature] {
      groups[place].count += 1
      return groups[place].acceptance
    }
    let accepted = acceptance(signature)
    guard groups.count < DriftTally.kept else { return accepted }
    places[signature] = groups.count
    groups.append(
      DriftGroup(signature: signature, count: 1, seq: seq, line: line, acceptance: accepted))
    return accepted
  }

}
