/// The eight decimal digits of a number as text, computed together.
@usableFromInline
struct DecimalDigits {
  /// The digits with zeros in front; the first one is the lowest byte.
  @usableFromInline let text: UInt64

  /// Takes a number below a hundred million.
  @inlinable @inline(__always)
  init(_ number: UInt64) {
    // The number is taken apart: into fours, fours into pairs, pairs into digits; the multipliers
    // divide by 10,000, 100 and 10.
    let above = (number &* 109_951_163) &>> 40
    let fours = above | (number &- above &* 10_000) &<< 32
    let hundreds = ((fours &* 10_486) &>> 20) & 0x0000_007F_0000_007F
    let pairs = hundreds | (fours &- hundreds &* 100) &<< 16
    let tens = ((pairs &* 103) &>> 10) & 0x000F_000F_000F_000F
    let digits = tens | (pairs &- tens &* 10) &<< 8
    text = digits | 0x3030_3030_3030_3030
  }

  /// The number of zeros in front; the last digit is never one of them.
  @inlinable @inline(__always)
  var leadingZeros: Int {
    min((text ^ 0x3030_3030_3030_3030).trailingZeroBitCount / 8, 7)
  }
}
