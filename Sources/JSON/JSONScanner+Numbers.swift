extension JSONScanner {
  /// Reads a whole number; fractions and exponents are refused, even where they are whole.
  public mutating func integer() throws(JSONError) -> Int64 {
    let start = position
    let negative = take(UInt8(ascii: "-"))
    let digits = position
    var magnitude: UInt64 = 0
    var overflow = false
    while position < bytes.count, case let digit = bytes[position] &- 0x30, digit <= 9 {
      let (tens, tooLong) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, carried) = tens.addingReportingOverflow(UInt64(digit))
      overflow = overflow || tooLong || carried
      magnitude = sum
      position += 1
    }
    try check(digits: digits, of: start)
    let limit = UInt64(Int64.max) + (negative ? 1 : 0)
    guard !overflow, magnitude <= limit else {
      throw JSONError(.beyondInt64, at: start, to: position)
    }
    return negative ? Int64(truncatingIfNeeded: 0 &- magnitude) : Int64(magnitude)
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
