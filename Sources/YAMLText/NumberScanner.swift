/// Recognises the numbers and dates of YAML 1.1 (types int, float and timestamp) and the floats
/// of YAML 1.2, from left to right without going back.
struct NumberScanner {
  private let bytes: [UInt8]
  private var index = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func lookAlike() -> LookAlike? {
    if isDate() { return .date }
    let isNegative = take("-")
    if !isNegative { _ = take("+") }
    let start = index
    if let radix = radix() { return inBase(radix, isNegative: isNegative) }
    if isSpecialFloat() { return .fraction }
    let whole = digits()
    if index == bytes.count { return integer(from: start, isNegative: isNegative) }
    if whole > 0, bytes[index] == UInt8(ascii: ":") { return base60() }
    return fraction(afterDigits: whole)
  }

  /// Whole digits, underscores among them, with whatever is not plain JSON about them.
  private func integer(from start: Int, isNegative: Bool) -> LookAlike? {
    let digits = bytes[start...].filter(isDigit)
    guard !digits.isEmpty, bytes[start] != UInt8(ascii: "_") else { return nil }
    let decimal = String(decoding: digits.drop { $0 == 0x30 }, as: UTF8.self)
    return .number((isNegative ? "-" : "") + (decimal.isEmpty ? "0" : decimal))
  }

  private mutating func radix() -> Int? {
    guard index + 2 < bytes.count, bytes[index] == 0x30 else { return nil }
    let radix: Int
    switch bytes[index + 1] | 0x20 {
    case UInt8(ascii: "x"): radix = 16
    case UInt8(ascii: "o"): radix = 8
    case UInt8(ascii: "b"): radix = 2
    default: return nil
    }
    index += 2
    return radix
  }

  private func inBase(_ radix: Int, isNegative: Bool) -> LookAlike? {
    let digits = String(decoding: bytes[index...].filter { $0 != UInt8(ascii: "_") }, as: UTF8.self)
    guard digits.utf8.first != UInt8(ascii: "-"), digits.utf8.first != UInt8(ascii: "+"),
      digits.allSatisfy({ $0.hexDigitValue.map { $0 < radix } ?? false })
    else { return nil }
    let value = Int64(digits, radix: radix).map { "\(isNegative ? "-" : "")\($0)" }
    return .number(value ?? "")
  }

  private func isSpecialFloat() -> Bool {
    let rest = String(decoding: bytes[index...], as: UTF8.self).lowercased()
    return rest == ".inf" || (rest == ".nan" && index == 0)
  }

  /// `1:30`, `12:30:45`, `1:30.5`; groups after the first are below 60.
  private mutating func base60() -> LookAlike? {
    while take(":") {
      let start = index
      while index < bytes.count, isDigit(bytes[index]) { index += 1 }
      let count = index - start
      guard count == 1 || (count == 2 && bytes[start] < UInt8(ascii: "6")) else { return nil }
    }
    if take(".") { _ = digits() }
    return index == bytes.count ? .sexagesimal : nil
  }

  private mutating func fraction(afterDigits whole: Int) -> LookAlike? {
    var count = whole
    if take(".") { count += digits() }
    guard count > 0 else { return nil }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if !take("-") { _ = take("+") }
      guard digits() > 0 else { return nil }
    }
    return index == bytes.count ? .fraction : nil
  }

  /// Four digits, two groups of one or two, and anything that starts like a time.
  private func isDate() -> Bool {
    guard bytes.count >= 8, bytes[4] == UInt8(ascii: "-") else { return false }
    let groups = String(decoding: bytes.prefix(10), as: UTF8.self)
      .split(separator: "-", omittingEmptySubsequences: false)
    guard groups.count == 3, groups[0].utf8.count == 4, groups[0].utf8.allSatisfy(isDigit),
      (1...2).contains(groups[1].utf8.count), groups[1].utf8.allSatisfy(isDigit)
    else { return false }
    let day = groups[2].utf8.prefix(while: isDigit)
    let length = 5 + groups[1].utf8.count + 1 + day.count
    guard (1...2).contains(day.count) else { return false }
    if length == bytes.count { return true }
    let rest = bytes[length...].drop { $0 == 0x20 || $0 | 0x20 == UInt8(ascii: "t") }
    return rest.count < bytes.count - length && rest.prefix(while: isDigit).count <= 2
      && rest.first.map(isDigit) ?? false && rest.contains(UInt8(ascii: ":"))
  }

  private mutating func digits() -> Int {
    var count = 0
    while index < bytes.count, isDigit(bytes[index]) || bytes[index] == UInt8(ascii: "_") {
      if isDigit(bytes[index]) { count += 1 }
      index += 1
    }
    return count
  }

  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard index < bytes.count, UInt32(bytes[index]) == sign.value else { return false }
    index += 1
    return true
  }
}
