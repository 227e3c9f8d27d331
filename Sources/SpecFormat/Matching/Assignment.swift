/// Assigns each row of `table` a column of its own that it accepts, for as many rows as possible.
///
/// Augmenting paths (Kuhn): greedy pairing alone can leave a row without a column that another row
/// could have given up.
package func assignment(_ table: [[Bool]], columns: Int) -> [Int?] {
  var owner = [Int?](repeating: nil, count: columns)
  func place(_ row: Int, _ tried: inout [Bool]) -> Bool {
    for column in 0..<columns where table[row][column] && !tried[column] {
      tried[column] = true
      guard let other = owner[column] else {
        owner[column] = row
        return true
      }
      if place(other, &tried) {
        owner[column] = row
        return true
      }
    }
    return false
  }
  for row in table.indices {
    var tried = [Bool](repeating: false, count: columns)
    _ = place(row, &tried)
  }
  var result = [Int?](repeating: nil, count: table.count)
  for (column, row) in owner.enumerated() {
    if let row { result[row] = column }
  }
  return result
}
