import SpecFormat

/// Which expected effect goes with which effect that came.
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
    if let column { result.partners[column] = pattern }
  }
  for (pattern, column) in full.enumerated() where column == nil {
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
  let rows = table.count
  // costs[i][j]: the cheapest way to align patterns from i on with effects from j on.
  var costs = [[Int]](
    repeating: [Int](repeating: 0, count: effects + 1), count: rows + 1)
  func pairCost(_ row: Int, _ column: Int) -> Int? {
    table[row][column].map { $0.isEmpty ? 0 : 2 }
  }
  for row in stride(from: rows, through: 0, by: -1) {
    for column in stride(from: effects, through: 0, by: -1) where row < rows || column < effects {
      var best = Int.max
      if row < rows { best = min(best, costs[row + 1][column] + 3) }
      if column < effects { best = min(best, costs[row][column + 1] + 3) }
      if row < rows, column < effects, let pair = pairCost(row, column) {
        best = min(best, costs[row + 1][column + 1] + pair)
      }
      costs[row][column] = best
    }
  }
  var result = Alignment(partners: Array(repeating: nil, count: effects))
  var (row, column) = (0, 0)
  while row < rows || column < effects {
    if row < rows, column < effects, let pair = pairCost(row, column),
      costs[row][column] == costs[row + 1][column + 1] + pair
    {
      if let mismatches = table[row][column], !mismatches.isEmpty {
        result.different.append((row, column, mismatches))
      }
      result.partners[column] = row
      (row, column) = (row + 1, column + 1)
    } else if row < rows, costs[row][column] == costs[row + 1][column] + 3 {
      result.missing.append(row)
      row += 1
    } else {
      result.extra.append(column)
      column += 1
    }
  }
  return result
}
