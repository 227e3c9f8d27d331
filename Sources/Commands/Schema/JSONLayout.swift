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
    switch value {
    case .fields(let fields):
      lines.append(margin + head + "{")
      for (index, field) in fields.enumerated() {
        add(
          field.value, after: Value.text(field.name).json + ": ", indent: indent + 2,
          end: index == fields.count - 1 ? "" : ",")
      }
      lines.append(margin + "}" + end)
    case .list(let values):
      lines.append(margin + head + "[")
      for (index, value) in values.enumerated() {
        add(value, after: "", indent: indent + 2, end: index == values.count - 1 ? "" : ",")
      }
      lines.append(margin + "]" + end)
    case .null, .boolean, .integer, .text, .personal, .instant, .span:
      lines.append(margin + head + flat + end)
    }
  }
}
