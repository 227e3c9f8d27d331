extension JSONScanner {
  /// Reads a whole number; fractions and exponents are refused, even where they are whole.
  public mutating func integer() throws(JSONError) -> Int64 {
    let start = position
    let negative = take(UInt8(ascii: "-"))
    let digits = position
    var magnitude: UInt64 = 0
    while position < bytes.count, case let digit = bytes[position] &- 0x30, digit <= 9 {
      magnitude = magnitude &* 10 &+ UInt64(digit)
      position += 1
    }
    try check(digits: digits, of: start)
    // Eighteen digits always fit; more are rare enough to be read twice.
    if position - digits > 18 { return try longInteger(from: start, digits: digits) }
    return negative ? 0 - Int64(magnitude) : Int64(magnitude)
  }

  private func longInteger(from start: Int, digits: Int) throws(JSONError) -> Int64 {
    let negative = digits > start
    var value: Int64 = 0
    for byte in bytes[digits..<position] {
      let digit = Int64(byte - 0x30)
      let (tens, tooLong) = value.multipliedReportingOverflow(by: 10)
      let (sum, carried) =
        negative
        ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
      if tooLong || carried { throw JSONError(.beyondInt64, at: start, to: position) }
      value = sum
    }
    return value
  }

  /// Passes over any number of JSON.
  public mutating func skipNumber() throws(JSONError) {
    let start = position
    _ = take(UInt8(ascii: "-"))
    let digits = position
    skipDigits()
    try check(digits: digits, of: start, whole: false)
    if take(UInt8(ascii: ".")) { try someDigits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "-")) { _ = take(UInt8(ascii: "+")) }
      try someDigits()
    }
  }

  private func check(
    digits: Int, of start: Int, whole: Bool = true
  ) throws(JSONError) {
    guard position > digits else { throw JSONError(.expected("a number"), at: start) }
    if position - digits > 1, bytes[digits] == 0x30 {
      throw JSONError(.leadingZero, at: start, to: position)
    }
    if whole, next == UInt8(ascii: ".") || next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      throw JSONError(.notWhole, at: start, to: position + 1)
    }
  }

  private mutating func someDigits() throws(JSONError) {
    let start = position
    skipDigits()
    guard position > start else { throw JSONError(.expected("a digit"), at: start) }
  }

  private mutating func skipDigits() {
    while position < bytes.count, bytes[position] &- 0x30 <= 9 { position += 1 }
  }
}
