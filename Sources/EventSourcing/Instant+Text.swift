/// The instant of a text such as `2026-01-05T09:00:00Z`, with optional milliseconds; UTC only.
public func instant(fromText text: String) -> Instant? {
  let bytes = Array(text.utf8)
  guard bytes.count == 20 || bytes.count == 24, bytes.last == UInt8(ascii: "Z") else { return nil }
  let marks: [(Int, Character)] = [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":")]
  guard marks.allSatisfy({ bytes[$0.0] == $0.1.asciiValue }) else { return nil }
  func number(_ range: Range<Int>) -> Int64? {
    let digits = bytes[range]
    guard digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
  }
  guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
    let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
    (1...12).contains(month), day >= 1, day <= daysIn(month, of: year), hour < 24, minute < 60,
    second < 60
  else { return nil }
  var millisecond: Int64 = 0
  if bytes.count == 24 {
    guard bytes[19] == UInt8(ascii: "."), let fraction = number(20..<23) else { return nil }
    millisecond = fraction
  }
  let days = daysSinceEpoch(year, month, day)
  return Instant(
    milliseconds: ((days * 24 + hour) * 60 + minute) * 60_000 + second * 1_000 + millisecond)
}

private func daysIn(_ month: Int64, of year: Int64) -> Int64 {
  let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  return switch month {
  case 2: leap ? 29 : 28
  case 4, 6, 9, 11: 30
  default: 31
  }
}

/// Days from 1970-01-01 in the Gregorian calendar, counting years from March so that the leap day
/// comes last.
private func daysSinceEpoch(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
  let shifted = month <= 2 ? year - 1 : year
  let (era, yearOfEra) = shifted.floorDivided(by: 400)
  let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
  let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/// The text that `instant(fromText:)` reads as this instant; `nil` outside of the years 1 to 9999.
package func clockText(of instant: Instant) -> String? {
  (-62_135_596_800_000..<253_402_300_800_000).contains(instant.milliseconds)
    ? isoText(instant) : nil
}

/// An instant by the calendar in UTC; milliseconds are left out where there are none.
public func isoText(_ instant: Instant) -> String {
  let (days, time) = instant.milliseconds.floorDivided(by: 86_400_000)
  // Counted from the first of March of the year 0, so that the leap day comes last.
  let (era, dayOfEra) = (days + 719_468).floorDivided(by: 146_097)
  let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let shiftedMonth = (5 * dayOfYear + 2) / 153
  let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number.magnitude)
    return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count))
      + digits
  }
  let dayOfMonth = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
  let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))"
  let seconds = time / 1_000
  let clock =
    "\(padded(seconds / 3_600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
  let fraction = time % 1_000 == 0 ? "" : ".\(padded(time % 1_000, 3))"
  return "\(date)T\(clock)\(fraction)Z"
}

extension Int64 {
  /// The quotient rounded down, and the rest, which is not negative.
  fileprivate func floorDivided(by divisor: Int64) -> (quotient: Int64, rest: Int64) {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }
}
