import Diagnostics
import EventSourcing
import YAML

/// Expands scenarios to the rows of their examples.
struct ExamplesReader {
  /// Whether '<' stands anywhere in the file; without it there are no placeholders.
  let mayHavePlaceholders: Bool
  let findings: Findings
  let files: SpecFiles
  /// The path of the spec, beside which its tables are looked for.
  let path: String

  /// Hands on the scenario once for each row of its examples, or as it is.
  func forEachRow(of scenario: YAMLNode, _ body: (YAMLNode, ExampleRow?) -> Void) {
    guard let examples = scenario[ScenarioKey.examples], let entries = scenario.entries else {
      if mayHavePlaceholders {
        findings.reportPlaceholders(in: scenario) {
          .placeholderWithoutColumn($0, $1, columns: [])
        }
      }
      return body(scenario, nil)
    }
    guard let (columns, rows) = table(examples) else { return }
    let names = columns.map(\.text)
    let rest = scenario.holding(
      .map(entries.filter { $0.key != ScenarioKey.examples.rawValue }))
    // Which placeholders there are does not depend on the row.
    var scan = Placeholders(columns: names, cells: rows[0].elements ?? [])
    _ = scan.fill(rest)
    report(scan, columns)
    // A row of another file is selected by the line of the examples.
    let places = rows.map { $0.place.file == path ? $0.place : examples.place }
    for (index, row) in rows.enumerated() {
      // The next rows have the same findings; none of them is run.
      if findings.count > Findings.limit { return }
      let cells = row.elements ?? []
      var placeholders = Placeholders(columns: names, cells: cells)
      let text = zip(names, cells).map { "\($0)=\(shown($1))" }.joined(separator: ", ")
      body(
        placeholders.fill(rest),
        ExampleRow(
          number: index + 1, place: places[index], text: text, lines: places.map(\.line)))
    }
  }

  private func report(_ scan: Placeholders, _ columns: [PlacedText]) {
    for (name, node) in scan.unknown {
      findings.add(.placeholderWithoutColumn(name, node.place, columns: columns.map(\.text)))
    }
    for column in columns where !scan.used.contains(column.text) {
      findings.add(
        .unusedColumn, "column '\(column.text)' is not used", at: column.place,
        proposal: "write <\(column.text)> where its value belongs, or remove the column")
    }
  }

  private func table(_ node: YAMLNode) -> (columns: [PlacedText], rows: [YAMLNode])? {
    guard let keys = Keys<ExamplesKey>(node, findings), let table = sheet(keys) else { return nil }
    let (columns, rows) = table
    let unusable = columns.filter { !isPlaceholderName($0.text) }
    for column in unusable { findings.add(.notAColumn(column)) }
    if !unusable.isEmpty { return nil }
    for (index, column) in columns.enumerated()
    where columns[..<index].contains(where: { $0.text == column.text }) {
      findings.add(
        .unusedColumn, "column '\(column.text)' stands twice", at: column.place,
        proposal: "the second one would never be used")
    }
    for row in rows {
      guard let cells = row.elements, cells.count == columns.count else {
        let count =
          row.elements.map { counted($0.count, "value") }
          ?? "no list of values"
        findings.add(
          .wrongShape, "a row with \(count) for \(counted(columns.count, "column"))", at: row.place,
          proposal: "columns: \(columns.map(\.text).joined(separator: ", "))")
        return nil
      }
      for cell in cells { checkCell(cell) }
    }
    return (columns, rows)
  }

  /// The table as it is written: its rows, all combinations of values, or a file.
  private func sheet(_ keys: Keys<ExamplesKey>) -> (columns: [PlacedText], rows: [YAMLNode])? {
    let ways = [ExamplesKey.rows, .product, .file].compactMap { keys.entry($0) }
    guard let way = ways.first, ways.count == 1 else {
      let names = ways.map { "'\($0.key)'" }.joined(separator: " and ")
      findings.add(
        .wrongShape, ways.isEmpty ? "the examples have no rows" : "the examples have \(names)",
        at: ways.last?.keyPlace ?? keys.place,
        proposal: "write one of 'rows', 'product' and 'file'")
      return nil
    }
    switch ExamplesKey(rawValue: way.key) {
    case .product: return product(way.value, keys[.limit])
    case .file: return file(way.value)
    default: break
    }
    guard let columns = keys[.columns] else { return nil }
    guard let rows = way.value.elements, !rows.isEmpty else {
      findings.add(
        .wrongShape(way.value, expected: "write one row or more, each a list of values"))
      return nil
    }
    let before = findings.count
    let names = columns.texts(findings, "a list of names, such as [offset, from, to]")
    return findings.count > before ? nil : (names, rows)
  }

  /// Every combination of values, the last column the fastest.
  private func product(
    _ node: YAMLNode, _ limitNode: YAMLNode?
  ) -> (columns: [PlacedText], rows: [YAMLNode])? {
    guard let entries = node.map(findings, "a map from columns to lists of values"),
      !entries.isEmpty
    else { return nil }
    let limit =
      limitNode.flatMap { $0.integer(atLeast: 1, findings) } ?? Int64(ExamplesKey.defaultLimit)
    var rows: [[YAMLNode]] = [[]]
    for entry in entries {
      guard let values = entry.value.list(findings, "a list of values") else { return nil }
      if values.isEmpty {
        findings.add(.wrongShape(entry.value, expected: "write one value or more"))
        return nil
      }
      guard Int64(values.count) <= limit / Int64(rows.count) else {
        findings.add(
          .wrongShape, "the product has more than \(limit) rows", at: node.place,
          proposal: "leave values out, or raise it with 'limit:'")
        return nil
      }
      rows = rows.flatMap { row in values.map { row + [$0] } }
    }
    return (
      entries.map { PlacedText(text: $0.key, place: $0.keyPlace) },
      rows.map { YAMLNode(.list($0), at: node.place) }
    )
  }

  private func file(_ node: YAMLNode) -> (columns: [PlacedText], rows: [YAMLNode])? {
    guard let name = node.plainText(findings, "a file of comma-separated values") else {
      return nil
    }
    guard let (path, bytes) = files.table(name, beside: path) else {
      let refusal = files.refusal(of: name, beside: path)
      findings.add(
        .noTrace,
        refusal.map { "'\(name)' cannot be read: \($0)" } ?? "there is no file '\(name)'",
        at: node.place,
        proposal: refusal == nil ? "looked for beside the spec and in the working directory" : "")
      return nil
    }
    let before = findings.count
    var table = CommaSeparatedTable(path: path, findings: findings)
    let rows = table.rows(of: bytes)
    guard let columns = rows.first?.elements, rows.count > 1 else {
      if findings.count == before {
        findings.add(
          .wrongShape, "'\(name)' has no rows", at: node.place,
          proposal: "its first line names the columns, each other one is a row")
      }
      return nil
    }
    return (
      columns.map { PlacedText(text: $0.text ?? "", place: $0.place) }, Array(rows.dropFirst())
    )
  }

  /// A cell may land anywhere, so that its type is open.
  private func checkCell(_ cell: YAMLNode) {
    switch cell.content {
    case .scalar: if cell.openScalar(findings) == .null { findings.add(nullCell: cell.place) }
    case .list(let elements): elements.forEach(checkCell)
    case .map(let entries): entries.forEach { checkCell($0.value) }
    }
  }
}

/// Puts the values of one row of examples in the place of `<name>`.
struct Placeholders {
  let columns: [String]
  let cells: [YAMLNode]
  private(set) var used: Set<String> = []
  /// Placeholders without a column, each with its node.
  private(set) var unknown: [(name: String, node: YAMLNode)] = []

  /// `node` with its placeholders replaced; one that stands alone takes the cell with its type.
  mutating func fill(_ node: YAMLNode) -> YAMLNode {
    node.replacing { node, text, style in
      text.utf8.contains(UInt8(ascii: "<")) ? fill(text, style, node) : node
    } keys: {
      replaced($0.key, $0.value)
    }
  }

  private mutating func fill(_ text: String, _ style: YAMLStyle, _ node: YAMLNode) -> YAMLNode {
    if let name = placeholder(at: text.startIndex, in: text),
      name.endIndex == text.index(before: text.endIndex)
    {
      return cell(String(name), node) ?? node
    }
    return node.holding(.scalar(replaced(text, node), style))
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

/// Whether `<name>` is a placeholder.
private func isPlaceholderName(_ name: String) -> Bool {
  let text = "<\(name)>"
  return placeholder(at: text.startIndex, in: text)?.count == name.count
}

extension Diagnostic {
  /// A name of a column that no placeholder can have.
  fileprivate static func notAColumn(_ column: PlacedText) -> Diagnostic {
    let name = column.text
    let bare = String(name.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    let separator = [";", "\t", "|"].first { name.contains($0) }
    return Diagnostic(
      .wrongShape, "'\(name)' cannot be the name of a column", at: column.place,
      proposal: separator != nil
        ? "columns are separated by commas"
        : isPlaceholderName(bare)
          ? "write '\(bare)', without blanks"
          : "write a letter, then letters, digits, '_' and '-'; <name> stands for its values")
  }
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
