extension JSONScanner {
  /// Reads a whole number; fractions and exponents are refused, even where they are whole.
  public mutating func integer() throws(JSONError) -> Int64 {
    let start = position
    let negative = take(UInt8(ascii: "-"))
    let digits = position
    var magnitude = upToEightDigits()
    while position < bytes.count, case let digit = bytes[position] &- 0x30, digit <= 9 {
      magnitude = magnitude &* 10 &+ UInt64(digit)
      position += 1
    }
    try check(digits: digits, of: start)
    // Eighteen digits always fit; more are rare enough to be read twice.
    if position - digits > 18 { return try longInteger(from: start, digits: digits) }
    return negative ? 0 - Int64(magnitude) : Int64(magnitude)
  }

  /// Reads the digits among the next eight bytes at once; 0 where there are none or fewer bytes.
  @inline(__always)
  private mutating func upToEightDigits() -> UInt64 {
    guard bytes.count - position >= 8, let base = bytes.baseAddress else { return 0 }
    let word = UnsafeRawPointer(base).loadUnaligned(fromByteOffset: position, as: UInt64.self)
    let text = UInt64(littleEndian: word)
    // A digit has 3 above, and still has it when six are added; what lies beyond the first other
    // byte may be wrong and is not looked at.
    let others =
      ((text & (text &+ 0x0606_0606_0606_0606)) & 0xF0F0_F0F0_F0F0_F0F0) ^ 0x3030_3030_3030_3030
    let count = others.trailingZeroBitCount / 8
    guard count > 0 else { return 0 }
    position += count
    // Fewer digits than eight get zeros in front.
    let digits = (text &- 0x3030_3030_3030_3030) &<< UInt64(64 - 8 * count)
    // Neighbours are put together: digits to pairs, pairs to fours, fours to eight.
    let pairs = (digits &* 10 &+ (digits &>> 8)) & 0x00FF_00FF_00FF_00FF
    let fours = (pairs &* 100 &+ (pairs &>> 16)) & 0x0000_FFFF_0000_FFFF
    return (fours &* 10_000 &+ (fours &>> 32)) & 0xFFFF_FFFF
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
