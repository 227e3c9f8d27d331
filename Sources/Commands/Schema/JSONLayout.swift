import EventSourcing
import Reports

/// JSON for people: what fits on a line stands on one, the rest has a line for each member.
struct JSONLayout {
  private var lines: [String] = []

  private static let width = 100

  /// The document with its line end.
  static func text(of value: Value) -> String {
    var layout = JSONLayout()
    layout.add(value, after: "", indent: 0, end: "")
    return layout.lines.map { $0 + "\n" }.joined()
  }

  /// Adds a value behind `head`, which is the indented name that it stands under.
  private mutating func add(_ value: Value, after head: String, indent: Int, end: String) {
    let flat = value.json
    let margin = String(repeating: " ", count: indent)
    if indent + head.count + flat.count + end.count <= JSONLayout.width {
      lines.append(margin + head + flat + end)
      return
    }
    func addParts(_ parts: [(head: String, value: Value)], _ open: String, _ close: String) {
      lines.append(margin + head + open)
      for (index, part) in parts.enumerated() {
        let end = index == parts.count - 1 ? "" : ","
        add(part.value, after: part.head, indent: indent + 2, end: end)
      }
      lines.append(margin + close + end)
    }
    switch value {
    case .fields(let fields):
      addParts(fields.map { (Value.text($0.name).json + ": ", $0.value) }, "{", "}")
    case .list(let values): addParts(values.map { ("", $0) }, "[", "]")
    case .null, .boolean, .integer, .text, .personal, .instant, .span:
      lines.append(margin + head + flat + end)
    }
  }
}
