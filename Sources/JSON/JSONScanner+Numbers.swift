extension JSONScanner {
  /// Reads a whole number; fractions and exponents are refused, even where they are whole.
  public mutating func integer() throws(JSONError) -> Int64 {
    if let value = plainInteger() { return value }
    return try anyInteger()
  }

  /// Reads a number of one to fifteen digits with no sign, of which a line nearly always has more
  /// after it; `nil` for any other, at which the scanner stays.
  @inline(__always)
  private mutating func plainInteger() -> Int64? {
    guard bytes.count - position > 16, let base = bytes.baseAddress else { return nil }
    let text = base + position
    let first = EightDigits(text)
    var count = first.count
    guard count > 0, count == 1 || text[0] != 0x30 else { return nil }
    var value: UInt64
    if count < 8 {
      value = first.value(of: count)
    } else {
      let more = EightDigits(text + 8).count
      // The last eight digits, and those before them.
      value = EightDigits(text + more).value(of: 8)
      if more > 0 { value += first.value(of: more) * 100_000_000 }
      count += more
    }
    let after = text[count]
    guard count < 16, after != UInt8(ascii: "."), after | 0x20 != UInt8(ascii: "e") else {
      return nil
    }
    position += count
    return Int64(truncatingIfNeeded: value)
  }

  @inline(never)
  private mutating func anyInteger() throws(JSONError) -> Int64 {
    let start = position
    let negative = take(UInt8(ascii: "-"))
    let digits = position
    var magnitude: UInt64 = 0
    while case let digit = next &- 0x30, digit <= 9 {
      magnitude = magnitude &* 10 &+ UInt64(digit)
      position += 1
    }
    let count = position - digits
    // Eighteen digits always fit; more are rare enough to be read twice.
    if count == 1 || count <= 18 && count > 0 && bytes[digits] != 0x30, !isFraction {
      return negative ? 0 - Int64(magnitude) : Int64(magnitude)
    }
    try check(digits: digits, of: start)
    guard let value = Int64(String(decoding: bytes[start..<position], as: UTF8.self)) else {
      throw JSONError(.beyondInt64, at: start, to: position)
    }
    return value
  }

  /// Whether a fraction or an exponent comes next.
  @inline(__always)
  private var isFraction: Bool {
    next == UInt8(ascii: ".") || next | 0x20 == UInt8(ascii: "e")
  }

  /// Passes over any number of JSON.
  public mutating func skipNumber() throws(JSONError) {
    if plainInteger() != nil { return }
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
    if whole, isFraction {
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

/// Eight bytes of text that are looked at together, as digits.
private struct EightDigits {
  /// The first byte is the lowest.
  private let text: UInt64

  @inline(__always)
  init(_ bytes: UnsafePointer<UInt8>) {
    text = UInt64(
      littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
  }

  /// The number of digits before anything else.
  @inline(__always)
  var count: Int {
    // A digit has 3 above, and still has it when six are added; what lies beyond the first other
    // byte may be wrong and is not looked at.
    let others =
      ((text & (text &+ 0x0606_0606_0606_0606)) & 0xF0F0_F0F0_F0F0_F0F0) ^ 0x3030_3030_3030_3030
    return others.trailingZeroBitCount / 8
  }

  /// The number that the first `count` digits make; one at least.
  @inline(__always)
  func value(of count: Int) -> UInt64 {
    // Fewer digits than eight get zeros in front.
    let digits = (text &- 0x3030_3030_3030_3030) &<< UInt64(64 - 8 * count)
    // Neighbours are put together: digits to pairs, pairs to fours, fours to eight.
    let pairs = (digits &* 10 &+ (digits &>> 8)) & 0x00FF_00FF_00FF_00FF
    let fours = (pairs &* 100 &+ (pairs &>> 16)) & 0x0000_FFFF_0000_FFFF
    return (fours &* 10_000 &+ (fours &>> 32)) & 0xFFFF_FFFF
  }
}
