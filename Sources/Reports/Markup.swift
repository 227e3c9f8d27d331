import Diagnostics

/// `text` inside an element or a quoted attribute of XML or HTML.
///
/// Line ends survive in attributes; characters that XML 1.0 cannot hold at all, other controls and
/// what turns text around become U+FFFD.
public func escapeMarkup(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    case "\r": result += "&#13;"
    case "\t", "\n": result.unicodeScalars.append(scalar)
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}", "\u{061C}",
      "\u{200E}", "\u{200F}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}":
      result.unicodeScalars.append("\u{FFFD}")
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// The same for an attribute, where a bare line end would be read as a blank.
func escapeAttribute(_ text: String) -> String {
  escapeMarkup(text).split(separator: "\n", omittingEmptySubsequences: false)
    .joined(separator: "&#10;")
}

/// `text` on one line inside an element or a quoted attribute: what cannot be seen, or would turn
/// the line around, is shown by its picture.
func escapeLine(_ text: String) -> String { escapeMarkup(visible(text)) }
