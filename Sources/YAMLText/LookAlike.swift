/// The value for which a reader of YAML 1.1 would take a plain text.
///
/// Refused unquoted wherever a value's type is open (design, section 5).
public enum LookAlike: Equatable, Sendable {
  /// `y n yes no on off` and capitalised `true` and `false`
  case boolean(Bool)
  /// `~`, `Null`, `NULL`, or nothing at all
  case null
  /// `0x1F`, `0b11`, `010`, `1_000`, `+1`: digits that several bases or spellings claim
  case number(String)
  /// `1:30`: base 60
  case sexagesimal
  /// `2024-01-01`, with or without a time
  case date
  /// `1.5`, `1e3`, `.inf`, `.nan`: there is no floating point
  case fraction

  /// Finds the value for which `plain` could be mistaken; `nil` for plain words, `true`, `false`,
  /// `null` and the integers of JSON.
  public init?(_ plain: String) {
    guard let first = plain.utf8.first else {
      self = .null
      return
    }
    // Words are the common case: only these letters begin a word that is meant here.
    switch Unicode.Scalar(first) {
    case ..<"A", "y", "Y", "n", "N", "t", "T", "f", "F", "o", "O", "~", "_": break
    default: return nil
    }
    if let word = Self.word(plain) {
      self = word
      return
    }
    var scanner = NumberScanner(plain)
    guard !isJSONInteger(plain), let value = scanner.lookAlike() else { return nil }
    self = value
  }

  private static func word(_ text: String) -> LookAlike? {
    guard text.utf8.count <= 5 else { return nil }
    switch text.lowercased() {
    case "y", "yes", "on": return .boolean(true)
    case "n", "no", "off": return .boolean(false)
    case "true": return text == "true" ? nil : .boolean(true)
    case "false": return text == "false" ? nil : .boolean(false)
    case "null": return text == "null" ? nil : .null
    case "~": return .null
    default: return nil
    }
  }
}

extension LookAlike {
  /// The other meaning, as the end of "could also mean".
  public var meaning: String {
    switch self {
    case .boolean(let value): "the boolean \(value)"
    case .null: "null"
    case .number: "a number"
    case .sexagesimal: "a number in base 60"
    case .date: "a date"
    case .fraction: "a number with a fraction"
    }
  }

  /// The unquoted spelling of the other meaning; `nil` where specs have none.
  public var spelling: String? {
    switch self {
    case .boolean(let value): "\(value)"
    case .null: "null"
    case .number(let decimal): decimal.isEmpty ? nil : decimal
    case .sexagesimal, .date, .fraction: nil
    }
  }
}

/// Whether `text` is an integer as JSON writes it: no sign but `-`, no leading zero.
public func isJSONInteger(_ text: String) -> Bool {
  let digits = text.utf8.first == 0x2D ? text.utf8.dropFirst() : text.utf8[...]
  guard let first = digits.first, digits.allSatisfy(isDigit) else { return false }
  return first != 0x30 || digits.count == 1
}

func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
