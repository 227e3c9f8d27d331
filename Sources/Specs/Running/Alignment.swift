import Replay
import SpecFormat

/// The pairing of expected effects with those that came.
struct Alignment {
  /// Pairs of the same kind that differ in their values.
  var different: [(pattern: Int, effect: Int, mismatches: [Mismatch])] = []
  /// Expected effects that did not come.
  var missing: [Int] = []
  /// Effects that no pattern expects.
  var extra: [Int] = []
  /// The pattern that each effect goes with, where it goes with one.
  let partners: [Int?]
  /// Whether only the order is wrong.
  var isReordered = false

  var isPerfect: Bool { different.isEmpty && missing.isEmpty && extra.isEmpty }
}

extension Alignment {
  /// Finds what is wrong with partners; `table` has the differences of each pattern and effect.
  fileprivate init(_ partners: [Int?], _ table: [[[Mismatch]?]]) {
    self.init(partners: partners)
    for pattern in table.indices {
      guard let effect = partners.firstIndex(of: pattern) else {
        missing.append(pattern)
        continue
      }
      if let mismatches = table[pattern][effect], !mismatches.isEmpty {
        different.append((pattern, effect, mismatches))
      }
    }
    extra = partners.indices.filter { partners[$0] == nil }
  }
}

/// Aligns `patterns` with what came. `verdict` gives `nil` for another kind, else what differs.
///
/// In order it is the cheapest edit script, where a pair that differs costs less than one missing
/// and one extra; in any order it is a full assignment first, then pairs of a kind.
func align(
  _ patterns: Int, _ effects: Int, anyOrder: Bool,
  verdict: (Int, Int) -> [Mismatch]?
) -> Alignment {
  // Most often all came as expected, and no other way is looked for.
  let isExpected =
    patterns == effects && (0..<effects).allSatisfy { verdict($0, $0)?.isEmpty == true }
  if isExpected { return Alignment(partners: Array(0..<effects)) }
  let table = (0..<patterns).map { pattern in
    (0..<effects).map { verdict(pattern, $0) }
  }
  let full = assignment(table.map { $0.map { $0?.isEmpty == true } }, columns: effects)
  var partners = [Int?](repeating: nil, count: effects)
  if anyOrder {
    for (pattern, effect) in full.enumerated() {
      if let effect { partners[effect] = pattern }
    }
    for pattern in full.indices where full[pattern] == nil {
      let free = partners.indices.filter { partners[$0] == nil && table[pattern][$0] != nil }
      let closest = free.min {
        (table[pattern][$0]?.count ?? 0) < (table[pattern][$1]?.count ?? 0)
      }
      if let closest { partners[closest] = pattern }
    }
    return Alignment(partners, table)
  }
  let pairs = heaviestPairs(of: table.indices, with: 0..<effects) { row, column in
    table[row][column].map { $0.isEmpty ? 3 : 2 } ?? 0
  }
  for (row, column) in pairs { partners[column] = row }
  var result = Alignment(partners, table)
  result.isReordered =
    !result.isPerfect && patterns == effects && full.allSatisfy { $0 != nil }
  return result
}
