extension TimeSpan {
  /// Reads `90s`, `1m30s`, `1d10h7m`, `300ms`, with an optional sign.
  ///
  /// Units are `d h m s ms`, each at most once and in falling order; `nil` for anything else.
  public init?(text: String) {
    var bytes = text.utf8[...]
    var negative = false
    if bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+") {
      negative = bytes.removeFirst() == UInt8(ascii: "-")
    }
    var total: Int64 = 0
    var smallest = Int64.max
    while !bytes.isEmpty {
      guard let count = TimeSpan.takeNumber(&bytes), let unit = TimeSpan.takeUnit(&bytes),
        unit < smallest
      else { return nil }
      smallest = unit
      // Below zero there is room for one more.
      let (part, tooLong) = count.multipliedReportingOverflow(by: negative ? -unit : unit)
      let (sum, overflow) = total.addingReportingOverflow(part)
      if tooLong || overflow { return nil }
      total = sum
    }
    guard smallest != .max else { return nil }
    self.init(milliseconds: total)
  }

  /// The shortest text that `init(text:)` reads back as this span, such as `1m30s`.
  public var text: String {
    if milliseconds == 0 { return "0s" }
    var rest = milliseconds.magnitude
    var result = milliseconds < 0 ? "-" : ""
    for (unit, size) in TimeSpan.units where rest >= size {
      result += "\(rest / size)\(unit)"
      rest %= size
    }
    return result
  }

  /// The span as the way from one instant to another: `1m30s later`, `5s earlier`.
  package var shiftText: String {
    milliseconds < 0 ? "\(text.dropFirst()) earlier" : "\(text) later"
  }

  private static let units: [(String, UInt64)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1),
  ]

  private static func takeNumber(_ bytes: inout Substring.UTF8View) -> Int64? {
    let digits = bytes.prefix { (0x30...0x39).contains($0) }
    bytes.removeFirst(digits.count)
    return Int64(Substring(digits))
  }

  private static func takeUnit(_ bytes: inout Substring.UTF8View) -> Int64? {
    // "ms" stands behind "m", which it begins with.
    guard let unit = units.last(where: { bytes.starts(with: $0.0.utf8) }) else { return nil }
    bytes.removeFirst(unit.0.utf8.count)
    return Int64(unit.1)
  }
}
