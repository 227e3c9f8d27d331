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
  var partners: [Int?]
  /// Whether only the order is wrong.
  var isReordered = false

  var isPerfect: Bool { different.isEmpty && missing.isEmpty && extra.isEmpty }
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
  if anyOrder { return anyOrderAlignment(table, full, effects) }
  var result = orderedAlignment(table, effects)
  if !result.isPerfect, patterns == effects, full.allSatisfy({ $0 != nil }) {
    result.isReordered = true
  }
  return result
}

private func anyOrderAlignment(
  _ table: [[[Mismatch]?]], _ full: [Int?], _ effects: Int
) -> Alignment {
  var result = Alignment(partners: Array(repeating: nil, count: effects))
  var free = (0..<effects).filter { !full.contains($0) }
  for (pattern, column) in full.enumerated() {
    if let column {
      result.partners[column] = pattern
      continue
    }
    let candidates = free.filter { table[pattern][$0] != nil }
    let closest = candidates.min {
      (table[pattern][$0]?.count ?? 0) < (table[pattern][$1]?.count ?? 0)
    }
    guard let closest, let mismatches = table[pattern][closest] else {
      result.missing.append(pattern)
      continue
    }
    free.removeAll { $0 == closest }
    result.different.append((pattern, closest, mismatches))
    result.partners[closest] = pattern
  }
  result.extra = free
  return result
}

private func orderedAlignment(_ table: [[[Mismatch]?]], _ effects: Int) -> Alignment {
  var result = Alignment(partners: Array(repeating: nil, count: effects))
  result.missing = Array(table.indices)
  let pairs = heaviestPairs(of: table.indices, with: 0..<effects) { row, column in
    table[row][column].map { $0.isEmpty ? 3 : 2 } ?? 0
  }
  for (row, column) in pairs {
    if let mismatches = table[row][column], !mismatches.isEmpty {
      result.different.append((row, column, mismatches))
    }
    result.partners[column] = row
    result.missing.removeAll { $0 == row }
  }
  result.extra = (0..<effects).filter { result.partners[$0] == nil }
  return result
}
