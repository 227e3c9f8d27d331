import EventSourcing

/// A value as an author would write it in a spec, on one line; instants from `start`.
package func yaml(_ value: Value, from start: Instant) -> String {
  switch value {
  case .null: "null"
  case .boolean(let truth): String(truth)
  case .integer(let number): String(number)
  case .text(let text), .personal(let text): quoted(text)
  case .instant(let instant): (instant - start).text
  case .span(let span): span.text
  case .list(let values): "[" + values.map { yaml($0, from: start) }.joined(separator: ", ") + "]"
  case .fields(let fields):
    fields.isEmpty
      ? "{}"
      : "{ "
        + fields.map { "\(quotedKey($0.name)): \(yaml($0.value, from: start))" }
        .joined(separator: ", ")
        + " }"
  }
}

/// Text with quotes where it could be taken for something else.
package func quoted(_ text: String) -> String {
  let words = MatcherWord.allCases.map { $0.rawValue } + ["null", "true", "false"]
  if isPlain(text), !words.contains(text), Int64(text) == nil, LookAlike(text) == nil {
    return text
  }
  return inQuotes(text)
}

/// A name of a field with quotes where it needs them; one that looks like something else does not.
package func quotedKey(_ name: String) -> String { isPlain(name) ? name : inQuotes(name) }

private func isPlain(_ text: String) -> Bool {
  guard let first = text.utf8.first, first != UInt8(ascii: "-") else { return false }
  return text.utf8.allSatisfy {
    ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x41 && $0 <= 0x5A) || ($0 >= 0x30 && $0 <= 0x39)
      || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
  }
}

/// Text in double quotes, whatever it is.
package func inQuotes(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\t": result += "\\t"
    case _ where isUnreadable(scalar):
      let digits = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

/// Whether a reader of YAML refuses the character as it is or takes it for the end of a line, or
/// whoever shows the text would obey it.
private func isUnreadable(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F...0x9F, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFFE,
    0xFFFF:
    true
  default: false
  }
}
