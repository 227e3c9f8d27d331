/// The path and the query of a request, without their escapes.
public struct WireTarget: Sendable {
  /// The parts of the path between its slashes; empty ones are left out.
  public let parts: [String]
  /// The names of the query with their values, in their order.
  public let query: [(name: String, value: String)]

  /// The problem of a target that cannot be taken apart.
  public static let damage =
    "each % of the target needs two hexadecimal digits, and all have to be UTF-8"

  /// Takes a target apart; `nil` where a `%` is not followed by two hexadecimal digits, or what it
  /// stands for is not UTF-8.
  public init?(_ target: String) {
    let address = target.prefix { $0 != "#" }
    let halves = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = halves.first else { return nil }
    var parts: [String] = []
    for part in path.split(separator: "/") {
      guard let text = WireTarget.unescaped(part) else { return nil }
      parts.append(text)
    }
    var query: [(name: String, value: String)] = []
    for pair in halves.count > 1 ? halves[1].split(separator: "&") : [] {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = WireTarget.unescaped(sides[0]),
        let value = WireTarget.unescaped(sides.count > 1 ? sides[1] : "")
      else { return nil }
      query.append((name, value))
    }
    self.parts = parts
    self.query = query
  }

  /// Text as it may stand between two slashes or in a query.
  public static func escaped(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      if isPlain(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += (byte < 16 ? "%0" : "%") + digits
      }
    }
    return result
  }

  /// A path with its query as it may stand in the first line of a request: an application code may
  /// hold any text, also a line end.
  public static func escaped(path: String) -> String {
    let halves = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let parts = halves[0].split(separator: "/", omittingEmptySubsequences: false)
    let clean = parts.map { escaped(String($0)) }.joined(separator: "/")
    return halves.count > 1 ? clean + "?" + escaped(String(halves[1])) : clean
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Text as it was before it was escaped; `nil` where it is no such text.
  public static func unescaped(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte != UInt8(ascii: "%") {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
