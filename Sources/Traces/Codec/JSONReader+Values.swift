import Diagnostics
import EventSourcing
import JSON

extension JSONReader {
  public mutating func integer(_ value: Int64) throws(JSONError) -> Int64 {
    guard startsNumber else { throw expected("a whole number") }
    return try scanner.integer()
  }

  public mutating func boolean(_ value: Bool) throws(JSONError) -> Bool {
    if scanner.take("true") { return true }
    if scanner.take("false") { return false }
    throw expected("true or false")
  }

  public mutating func text(_ value: String) throws(JSONError) -> String {
    guard scanner.next == UInt8(ascii: "\"") else { throw expected("text") }
    return scanner.text(try scanner.string())
  }

  @inline(__always)
  public mutating func personal(_ value: String) throws(JSONError) -> String { try text(value) }

  public mutating func open(_ value: String) throws(JSONError) -> String {
    if scanner.next == UInt8(ascii: "\"") { return try text(value) }
    let start = scanner.position
    switch scanner.next {
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "-"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      try scanner.skipValue()
    default: throw expected("text, a number or a truth value")
    }
    return scanner.text(JSONString(start: start, end: scanner.position, escaped: false))
  }

  public mutating func instant(_ value: Instant) throws(JSONError) -> Instant {
    guard startsNumber else { throw expected("a moment in milliseconds since 1970") }
    return Instant(milliseconds: try scanner.integer())
  }

  public mutating func span(_ value: TimeSpan) throws(JSONError) -> TimeSpan {
    if startsNumber { return TimeSpan(milliseconds: try scanner.integer()) }
    let start = scanner.position
    guard scanner.next == UInt8(ascii: "\"") else {
      throw expected("a length of time: milliseconds, or text such as \"15m\"")
    }
    let written = scanner.text(try scanner.string())
    guard let span = TimeSpan(text: written) else {
      throw JSONError(
        .refused(
          "'\(written)' is not a length of time",
          proposal: "write milliseconds, or text such as \"1m30s\""),
        at: start, to: scanner.position)
    }
    return span
  }

  public mutating func choice<C: Choice>(_ value: C) throws(JSONError) -> C {
    guard scanner.next == UInt8(ascii: "\"") else { throw expected(oneOf: C.names) }
    let string = try scanner.string()
    for choice in C.allCases where scanner.holds(choice.rawValue, at: string) { return choice }
    throw unknown(string, among: C.names)
  }

  private func expected(oneOf names: [String]) -> JSONError {
    expected("one of \(names.joined(separator: ", "))")
  }

  private func unknown(_ string: JSONString, among names: [String]) -> JSONError {
    let written = scanner.text(string)
    let known = names.joined(separator: ", ")
    return JSONError(
      .unknown(
        "'\(written)' is none of \(known)", proposal: didYouMean(written, among: names) ?? ""),
      at: string.start, to: string.end)
  }

  @inline(__always)
  private var startsNumber: Bool {
    scanner.next &- 0x30 <= 9 || scanner.next == UInt8(ascii: "-")
  }

  /// The error for a value of another type at the scanner's position.
  func expected(_ what: String) -> JSONError {
    var ahead = scanner
    // What is no JSON at all is said first.
    do { try ahead.skipValue() } catch { return error }
    return JSONError(
      .refused("expected \(what)", proposal: ""), at: scanner.position, to: ahead.position)
  }
}

extension Choice {
  static var names: [String] { allCases.map { $0.rawValue } }
}
