import EventSourcing

/// Writes values for people: instants as durations from a start or by the calendar, text as it is
/// where that is plain.
public struct ValueText: Sendable {
  /// How instants are written.
  public var times: TimeText

  /// Counts instants from `start`.
  public init(from start: Instant) { times = .relative(from: start) }

  /// Writes instants as `times` does.
  public init(_ times: TimeText) { self.times = times }

  /// A value on one line.
  public func text(_ value: Value?) -> String {
    guard let value else { return "(absent)" }
    switch value {
    case .null: return "null"
    case .boolean(let flag): return flag ? "true" : "false"
    case .integer(let number): return "\(number)"
    case .text(let text), .personal(let text): return quoted(text)
    case .instant(let instant): return self.instant(instant)
    case .span(let span): return span.text
    case .list(let values): return "[\(values.map(text).joined(separator: ", "))]"
    case .fields(let fields): return "{\(self.fields(fields, separator: ", "))}"
    }
  }

  /// An instant as text.
  public func instant(_ instant: Instant) -> String { times.text(instant) }

  /// The fields of a state, each on a line of its own.
  public func lines(_ value: Value) -> [String] {
    guard case .fields(let fields) = value else { return [text(value)] }
    return fields.map { "\($0.name): \(text($0.value))" }
  }

  /// The fields of an event or effect on one line, without braces.
  public func summary(_ value: Value) -> String {
    guard case .fields(let fields) = value else { return text(value) }
    return self.fields(fields, separator: ", ")
  }

  private func fields(_ fields: [Value.Field], separator: String) -> String {
    fields.map { "\($0.name): \(text($0.value))" }.joined(separator: separator)
  }

  private func quoted(_ text: String) -> String {
    let plain = text.utf8.allSatisfy { byte in
      byte > 0x20 && !Array("\"',:{}[]".utf8).contains(byte)
    }
    if plain, !text.isEmpty, !["true", "false", "null"].contains(text), Int64(text) == nil {
      return text
    }
    return text.debugDescription
  }
}

/// Writes instants for people: as durations from a start, or by the calendar.
public enum TimeText: Equatable, Sendable {
  /// The duration from this instant, such as `1m30s`.
  case relative(from: Instant)
  /// The calendar in UTC, such as `2026-01-05T09:00:00.250Z`.
  case iso

  /// An instant as text.
  public func text(_ instant: Instant) -> String {
    switch self {
    case _ where instant == .distantFuture: "never"
    case .relative(let start): (instant - start).text
    case .iso: isoText(instant)
    }
  }
}

/// An instant by the calendar in UTC; milliseconds are left out where there are none.
public func isoText(_ instant: Instant) -> String {
  let days = floorDivision(instant.milliseconds, 86_400_000)
  var rest = instant.milliseconds % 86_400_000
  if rest < 0 { rest += 86_400_000 }
  let (year, month, day) = civilDate(daysSinceEpoch: days)
  let milliseconds = rest % 1_000
  rest /= 1_000
  let time = [rest / 3_600, rest / 60 % 60, rest % 60].map { padded($0, 2) }
  let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  let fraction = milliseconds == 0 ? "" : ".\(padded(milliseconds, 3))"
  return "\(date)T\(time.joined(separator: ":"))\(fraction)Z"
}

/// The date of the Gregorian calendar, counting years from March so that the leap day comes last.
private func civilDate(daysSinceEpoch days: Int64) -> (year: Int64, month: Int64, day: Int64) {
  let shifted = days + 719_468
  let era = floorDivision(shifted, 146_097)
  let dayOfEra = shifted - era * 146_097
  let yearOfEra =
    (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let monthFromMarch = (5 * dayOfYear + 2) / 153
  let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
}

private func floorDivision(_ number: Int64, _ divisor: Int64) -> Int64 {
  number >= 0 ? number / divisor : (number + 1) / divisor - 1
}

private func padded(_ number: Int64, _ digits: Int) -> String {
  let text = String(number.magnitude)
  let zeros = String(repeating: "0", count: max(0, digits - text.count))
  return (number < 0 ? "-" : "") + zeros + text
}
