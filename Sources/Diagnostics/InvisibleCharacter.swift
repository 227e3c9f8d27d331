/// A character that cannot be seen, or cannot be told from a space.
public struct InvisibleCharacter: Sendable {
  /// The code point, such as `U+00A0`.
  public let codePoint: String
  /// The name that Unicode gives it, such as `no-break space`.
  public let name: String
  /// Whether it takes room like a space.
  public let isSpace: Bool

  /// Describes `scalar`; `nil` for what can be seen, for the plain space and the line ends, and for
  /// what joins it to the scalar `before` it, as in emoji and in scripts that need joiners.
  public init?(_ scalar: Unicode.Scalar, after before: Unicode.Scalar? = nil) {
    guard scalar.value > 0x7F else { return nil }
    let isFormat = scalar.properties.generalCategory == .format
    isSpace = scalar.properties.isWhitespace
    guard isFormat || isSpace else { return nil }
    let joins = [0x200C, 0x200D].contains(scalar.value) || scalar.value >= 0xE0020
    if joins, let before, !before.isASCII { return nil }
    codePoint = scalar.codePoint
    name = scalar.properties.name?.lowercased() ?? "no name"
  }

  /// The first one in `text`; `nil` where all of it can be seen.
  public init?(in text: String) {
    var before: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if let found = InvisibleCharacter(scalar, after: before) {
        self = found
        return
      }
      before = scalar
    }
    return nil
  }
}

extension Unicode.Scalar {
  /// The code point in at least four hexadecimal digits, such as `U+00A0`.
  package var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
