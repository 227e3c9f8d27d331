import Timeline

/// The overview of all records as columns of numbers, which the page copies from memory.
struct PageColumns {
  private let overview: TraceOverview
  private let rows: [Int32]

  init(_ overview: TraceOverview, rows: [Int32]) {
    self.overview = overview
    self.rows = rows
  }

  /// The bytes of the column with this number, little-endian.
  subscript(index: Int) -> [UInt8]? {
    switch index {
    case 0: bytes(of: overview.seq)
    case 1: bytes(of: overview.at)
    case 2: bytes(of: overview.party)
    case 3: bytes(of: overview.name)
    case 4: bytes(of: overview.cause)
    case 5: bytes(of: overview.digest)
    case 6: bytes(of: overview.spans)
    case 7: bytes(of: overview.bars)
    case 8: bytes(of: rows.isEmpty ? (0..<overview.count).map { Int32($0) } : rows)
    default: nil
    }
  }

  private func bytes<Number: FixedWidthInteger>(of numbers: [Number]) -> [UInt8] {
    numbers.withUnsafeBytes { Array($0) }
  }
}
