import Diagnostics
import EventSourcing
import YAMLText

/// The lines of a spec: maps and lists on one line where they fit, else one line for each part.
struct SpecText {
  private(set) var lines: [String] = []
  /// The instant from which others are written as durations.
  let zero: Instant

  private static let width = 100

  var text: String { lines.map { $0 + "\n" }.joined() }

  mutating func line(_ text: String, indent: Int = 0) {
    lines.append(String(repeating: " ", count: indent) + text)
  }

  /// A remark for readers.
  mutating func comment(_ text: String) { lines.append("# " + visible(text)) }

  /// A name with its value.
  mutating func entry(_ name: String, _ value: Value, indent: Int, prefix: String = "") {
    let head = prefix + quotedKey(name) + ":"
    let flow = value.prose ?? yaml(value, from: zero)
    let inner = indent + prefix.count + 2
    if fits(head + " " + flow, indent) || value.isScalar {
      line(head + " " + flow, indent: indent)
      return
    }
    line(head, indent: indent)
    switch value {
    case .fields(let fields):
      for field in fields { entry(field.name, field.value, indent: inner) }
    case .list(let values) where values.allSatisfy({ $0.isScalar }): list(values, indent: inner)
    case .list(let values): for value in values { element(value, indent: inner) }
    case .null, .boolean, .integer, .text, .personal, .instant, .span: break
    }
  }

  /// A list of short values over several lines.
  private mutating func list(_ values: [Value], indent: Int) {
    var row = "["
    for (index, value) in values.enumerated() {
      let text = yaml(value, from: zero) + (index == values.count - 1 ? "]" : ",")
      if row != "[", !fits(row + " " + text, indent) {
        line(row, indent: indent)
        row = " " + text
      } else {
        row += (row == "[" ? "" : " ") + text
      }
    }
    line(row, indent: indent)
  }

  /// An element of a list.
  mutating func element(_ value: Value, indent: Int) {
    let flow = "- " + yaml(value, from: zero)
    // An effect begins its line with its name, as people write it.
    guard case .fields(let fields) = value, let first = fields.first,
      fields.count == 1 || !fits(flow, indent)
    else { return line(flow, indent: indent) }
    entry(first.name, first.value, indent: indent, prefix: "- ")
    for field in fields.dropFirst() { entry(field.name, field.value, indent: indent + 2) }
  }

  private func fits(_ text: String, _ indent: Int) -> Bool {
    indent + text.count <= SpecText.width
  }
}

extension Value {
  /// The text, where it is words that need no quotes alone on a line.
  fileprivate var prose: String? {
    guard case .text(let text) = self, text.contains(" ") else { return nil }
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    return words.allSatisfy { word in
      word.first?.isLetter == true && word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
    } ? text : nil
  }

  fileprivate var isScalar: Bool {
    switch self {
    case .null, .boolean, .integer, .text, .personal, .instant, .span: true
    case .list(let values): values.isEmpty
    case .fields(let fields): fields.isEmpty
    }
  }
}
