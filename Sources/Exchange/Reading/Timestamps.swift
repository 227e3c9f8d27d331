import EventSourcing
import JSON
import SpecFormat

extension TimeUnit {
  /// The instant that a value means; what is finer than a millisecond is cut off. `nil` where it
  /// means none.
  func instant(_ value: JSONTree) -> Instant? {
    guard let text = value.text else { return nil }
    return switch self {
    case .iso: timestamp(text)
    case .seconds: milliseconds(text, scale: 3)
    case .milliseconds: milliseconds(text, scale: 0)
    case .microseconds: milliseconds(text, scale: -3)
    case .nanoseconds: milliseconds(text, scale: -6)
    }
  }

  /// Finds the larger unit in which the number read as `at` is an instant from 2000 to 2099.
  func larger(for at: Instant) -> TimeUnit? {
    let units: [TimeUnit] = [.nanoseconds, .microseconds, .milliseconds, .seconds]
    var (start, end): (Int64, Int64) = (946_684_800_000, 4_102_444_800_000)
    return units.drop { $0 != self }.dropFirst().first { _ in
      (start, end) = (start / 1000, end / 1000)
      return (start..<end).contains(at.milliseconds)
    }
  }

  /// A decimal number times ten to the power of `scale`, without floating point.
  private func milliseconds(_ text: String, scale: Int) -> Instant? {
    var parts = text.lowercased().split(
      separator: "e", maxSplits: 1, omittingEmptySubsequences: false)
    var shift = scale
    if parts.count == 2 {
      guard let exponent = Int(parts.removeLast()), (-30...30).contains(exponent) else {
        return nil
      }
      shift += exponent
    }
    let isNegative = parts[0].hasPrefix("-")
    let number = (isNegative ? parts[0].dropFirst() : parts[0]).split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    var digits = String(number[0])
    if number.count == 2 {
      digits += number[1]
      shift -= number[1].count
    }
    guard !digits.isEmpty, digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    if shift >= 0 {
      digits += String(repeating: "0", count: shift)
    } else {
      digits = String(digits.dropLast(-shift))
    }
    guard let value = Int64(digits.isEmpty ? "0" : digits) else { return nil }
    return Instant(milliseconds: isNegative ? -value : value)
  }
}

/// The instant of an RFC 3339 time, with any offset and any fraction of a second.
func timestamp(_ text: String) -> Instant? {
  var rest = text[...].utf8
  var offset: Int64 = 0
  if rest.last == UInt8(ascii: "Z") || rest.last == UInt8(ascii: "z") {
    rest.removeLast()
  } else {
    let zone = rest.suffix(6)
    let isWest = zone.first == UInt8(ascii: "-")
    guard zone.count == 6, isWest || zone.first == UInt8(ascii: "+"),
      let hours = number(zone.dropFirst().prefix(2)), hours < 24,
      zone.dropFirst(3).first == UInt8(ascii: ":"), let minutes = number(zone.suffix(2)),
      minutes < 60
    else { return nil }
    offset = (hours * 60 + minutes) * 60_000 * (isWest ? -1 : 1)
    rest.removeLast(6)
  }
  var fraction: Int64 = 0
  if let dot = rest.firstIndex(of: UInt8(ascii: ".")) {
    let digits = rest[dot...].dropFirst()
    guard !digits.isEmpty, number(digits.prefix(18)) != nil,
      let found = number((Substring(digits) + "00").utf8.prefix(3))
    else { return nil }
    fraction = found
    rest = rest[..<dot]
  }
  let (day, time) = (Substring(rest.prefix(10)), Substring(rest.dropFirst(11)))
  guard rest.count == 19, let mark = rest.dropFirst(10).first, "Tt ".utf8.contains(mark),
    let whole = instant(fromText: "\(day)T\(time)Z")
  else { return nil }
  return Instant(milliseconds: whole.milliseconds + fraction - offset)
}

private func number(_ digits: Substring.UTF8View) -> Int64? {
  digits.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } ? Int64(Substring(digits)) : nil
}
