/// The little JSON that reports write: keys in the order given, no spaces.
enum JSONTree {
  case text(String)
  case number(Int64)
  case list([JSONTree])
  case object([(String, JSONTree)])

  func text() -> String {
    var result = ""
    write(to: &result)
    return result
  }

  private func write(to result: inout String) {
    switch self {
    case .text(let text): quote(text, to: &result)
    case .number(let number): result += String(number)
    case .list(let elements):
      result += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { result += "," }
        element.write(to: &result)
      }
      result += "]"
    case .object(let members):
      result += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { result += "," }
        quote(member.0, to: &result)
        result += ":"
        member.1.write(to: &result)
      }
      result += "}"
    }
  }
}

extension JSONTree {
  static func texts(_ texts: [String]) -> JSONTree { .list(texts.map { .text($0) }) }

  static func number(_ number: Int) -> JSONTree { .number(Int64(number)) }
}

/// RFC 8259, section 7; also the double-quoted scalars of YAML.
private func quote(_ text: String, to result: inout String) {
  result.unicodeScalars.append("\"")
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    // U+2028 and its like end lines for some readers.
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
      let digits = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: result.unicodeScalars.append(scalar)
    }
  }
  result.unicodeScalars.append("\"")
}
