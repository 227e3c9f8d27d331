import YAML

/// Puts the values of one row of examples in the place of `<name>`.
struct Placeholders {
  let columns: [String]
  let cells: [YAMLNode]
  /// The columns that were used.
  private(set) var used: Set<String> = []
  /// Placeholders without a column, each with its node.
  private(set) var unknown: [(name: String, node: YAMLNode)] = []

  init(columns: [String], cells: [YAMLNode]) {
    self.columns = columns
    self.cells = cells
  }

  /// `node` with its placeholders replaced; one that stands alone takes the cell with its type.
  mutating func fill(_ node: YAMLNode) -> YAMLNode {
    switch node.content {
    case .scalar(let text, let style):
      guard text.utf8.contains(UInt8(ascii: "<")) else { return node }
      return fill(text, style, node)
    case .list(let elements):
      let filled = elements.map { fill($0) }
      return YAMLNode(.list(filled), at: node.place, lastLine: node.lastLine)
    case .map(let entries):
      let filled = entries.map { entry in
        var entry = entry
        entry.key = replaced(entry.key, entry.value)
        entry.value = fill(entry.value)
        return entry
      }
      return YAMLNode(.map(filled), at: node.place, lastLine: node.lastLine)
    }
  }

  private mutating func fill(_ text: String, _ style: YAMLStyle, _ node: YAMLNode) -> YAMLNode {
    if let name = placeholder(at: text.startIndex, in: text),
      name.endIndex == text.index(before: text.endIndex)
    {
      guard let cell = cell(String(name), node) else { return node }
      return cell
    }
    return YAMLNode(
      .scalar(replaced(text, node), style), at: node.place, lastLine: node.lastLine)
  }

  private mutating func replaced(_ text: String, _ node: YAMLNode) -> String {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return text }
    var result = ""
    var index = text.startIndex
    while index < text.endIndex {
      if let name = placeholder(at: index, in: text) {
        if let cell = cell(String(name), node) {
          result += cell.text ?? shown(cell)
        } else {
          result += "<\(name)>"
        }
        index = text.index(after: name.endIndex)
      } else {
        result.append(text[index])
        index = text.index(after: index)
      }
    }
    return result
  }

  private mutating func cell(_ name: String, _ node: YAMLNode) -> YAMLNode? {
    guard let column = columns.firstIndex(of: name), column < cells.count else {
      unknown.append((name, node))
      return nil
    }
    used.insert(name)
    return cells[column]
  }
}

/// The name of the placeholder that begins at `index`; `nil` where none does.
func placeholder(at index: String.Index, in text: String) -> Substring? {
  guard text[index] == "<" else { return nil }
  let name = text[text.index(after: index)...].prefix {
    $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-")
  }
  guard let first = name.first, first.isLetter, name.endIndex < text.endIndex,
    text[name.endIndex] == ">"
  else { return nil }
  return name
}

/// A cell on one line.
func shown(_ node: YAMLNode) -> String {
  switch node.content {
  case .scalar(let text, _): text
  case .list(let elements): "[" + elements.map(shown).joined(separator: ", ") + "]"
  case .map(let entries):
    "{" + entries.map { "\($0.key): \(shown($0.value))" }.joined(separator: ", ") + "}"
  }
}
