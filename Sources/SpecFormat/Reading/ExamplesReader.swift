import Diagnostics
import Simulation
import YAML

extension FileReader {
  typealias Row = (node: YAMLNode, row: ExampleRow?)

  /// The scenario once for each row of its examples, or as it is.
  func rows(of scenario: YAMLNode) -> [Row] {
    guard let examples = scenario["examples"], let entries = scenario.entries else {
      var scan = Placeholders(columns: [], cells: [])
      _ = scan.fill(scenario)
      // Quoted text may hold '<b>' and mean it.
      for (name, node) in scan.unknown where node.style == .plain {
        findings.add(.placeholderWithoutColumn(name, node.place, columns: []))
      }
      return [(scenario, nil)]
    }
    guard let (columns, rows) = table(examples) else { return [] }
    let rest = YAMLNode(
      .map(entries.filter { $0.key != "examples" }), at: scenario.place,
      lastLine: scenario.lastLine)
    var used: Set<String> = []
    var result: [Row] = []
    for (index, row) in rows.enumerated() {
      guard let cells = row.elements else { continue }
      var placeholders = Placeholders(columns: columns.map(\.text), cells: cells)
      let node = placeholders.fill(rest)
      used.formUnion(placeholders.used)
      for (name, node) in placeholders.unknown {
        findings.add(.placeholderWithoutColumn(name, node.place, columns: columns.map(\.text)))
      }
      let text = zip(columns, cells).map { "\($0.text)=\(shown($1))" }.joined(separator: ", ")
      result.append(
        (
          node,
          ExampleRow(
            number: index + 1, count: rows.count, place: row.place, text: text,
            lines: rows.map(\.place.line))
        ))
    }
    for column in columns where !used.contains(column.text) {
      findings.add(
        Diagnostic(
          .unusedColumn, "nobody uses column '\(column.text)'", at: column.place,
          proposal: "write <\(column.text)> where its value belongs, or remove the column"))
    }
    return result
  }

  private func table(_ node: YAMLNode) -> (columns: [PlacedText], rows: [YAMLNode])? {
    guard
      let keys = Keys(node, "'examples'", allowed: ["columns", "rows"], findings),
      let columnsNode = keys.required("columns", findings),
      let rowsNode = keys.required("rows", findings)
    else { return nil }
    let columns = columnsNode.texts(findings, "a list of names, such as [offset, from, to]")
    for (index, column) in columns.enumerated()
    where columns[..<index].contains(where: { $0.text == column.text }) {
      findings.add(
        Diagnostic(
          .unusedColumn, "column '\(column.text)' stands twice", at: column.place,
          proposal: "the second one would never be used"))
    }
    guard let rows = rowsNode.elements, !rows.isEmpty else {
      findings.add(.wrongShape(rowsNode, expected: "a list of rows, each a list of values"))
      return nil
    }
    for row in rows {
      guard let cells = row.elements, cells.count == columns.count else {
        let count =
          row.elements.map { counted($0.count, "value") }
          ?? "no list of values"
        findings.add(
          Diagnostic(
            .wrongShape, "a row with \(count) for \(columns.count) columns", at: row.place,
            proposal: "columns: \(columns.map(\.text).joined(separator: ", "))"))
        return nil
      }
      for cell in cells { checkCell(cell) }
    }
    return (columns, rows)
  }

  /// A cell may land anywhere, so that its type is open.
  private func checkCell(_ cell: YAMLNode) {
    switch cell.content {
    case .scalar: _ = cell.openScalar(findings)
    case .list(let elements): elements.forEach(checkCell)
    case .map(let entries): entries.forEach { checkCell($0.value) }
    }
  }
}
