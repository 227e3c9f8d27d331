/// The drifts of one signature in one trace.
public struct DriftGroup: Equatable, Sendable {
  /// What they have in common.
  public var signature: DriftSignature
  /// The fields in which the first of them differs, without the indexes of lists, each once; none
  /// where an effect is missing, extra or out of order.
  public var fields: [String]
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
  private var places: [Key: Int] = [:]

  /// Accepted drifts are counted apart from others of their signature.
  private struct Key: Hashable {
    var signature: DriftSignature
    var acceptance: Int?
  }

  /// Further signatures are counted together: a longer list is not read.
  private static var kept: Int { 1_000 }

  /// Counts a drift that differs in these fields, and that an acceptance may cover.
  mutating func add(
    _ signature: DriftSignature, in fields: [String], seq: Int64, line: Int, acceptance: Int?
  ) {
    count += 1
    let key = Key(signature: signature, acceptance: acceptance)
    if let place = places[key] { return groups[place].count += 1 }
    guard groups.count < DriftTally.kept else { return }
    places[key] = groups.count
    groups.append(
      DriftGroup(
        signature: signature, fields: fields, count: 1, seq: seq, line: line,
        acceptance: acceptance))
  }
}
