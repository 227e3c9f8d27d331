import EventSourcing

/// Writes values for people: instants as durations from a start or by the calendar, text as it is
/// where that is plain.
public struct ValueText: Sendable {
  /// The notation of instants.
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
    case .fields: return "{\(summary(value))}"
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
  public func summary(_ value: Value) -> String { lines(value).joined(separator: ", ") }

  /// The bytes that mean something where values are listed.
  private static let signs = Array("\"',:{}[]".utf8)

  /// The texts that would be read as another value, or as none.
  private static let words = ["true", "false", "null", "absent", "–"]

  private func quoted(_ text: String) -> String {
    // Small letters, which are most of any text, are none of the signs.
    let plain = text.utf8.allSatisfy { byte in
      byte >= 0x61 && byte <= 0x7A || byte > 0x20 && !ValueText.signs.contains(byte)
    }
    if plain, !text.isEmpty, !ValueText.words.contains(text), Int64(text) == nil {
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
