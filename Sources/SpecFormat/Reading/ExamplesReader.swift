import Diagnostics
import Simulation
import YAML

/// Expands scenarios to the rows of their examples.
struct ExamplesReader {
  /// Whether '<' stands anywhere in the file; without it there are no placeholders.
  let mayHavePlaceholders: Bool
  let findings: Findings

  /// Hands on the scenario once for each row of its examples, or as it is.
  func forEachRow(of scenario: YAMLNode, _ body: (YAMLNode, ExampleRow?) -> Void) {
    guard let examples = scenario[ScenarioKey.examples], let entries = scenario.entries else {
      reportPlaceholders(in: scenario)
      return body(scenario, nil)
    }
    guard let (columns, rows) = table(examples) else { return }
    let names = columns.map(\.text)
    let rest = YAMLNode(
      .map(entries.filter { $0.key != ScenarioKey.examples.rawValue }), at: scenario.place,
      lastLine: scenario.lastLine)
    // Which placeholders there are does not depend on the row.
    var scan = Placeholders(columns: names, cells: rows[0].elements ?? [])
    _ = scan.fill(rest)
    report(scan, columns)
    let lines = rows.map(\.place.line)
    for (index, row) in rows.enumerated() {
      // The next rows have the same findings; none of them is run.
      if findings.count > Findings.limit { return }
      let cells = row.elements ?? []
      var placeholders = Placeholders(columns: names, cells: cells)
      let text = zip(names, cells).map { "\($0)=\(shown($1))" }.joined(separator: ", ")
      body(
        placeholders.fill(rest),
        ExampleRow(
          number: index + 1, count: rows.count, place: row.place, text: text, lines: lines))
    }
  }

  private func reportPlaceholders(in scenario: YAMLNode) {
    guard mayHavePlaceholders else { return }
    var scan = Placeholders(columns: [], cells: [])
    _ = scan.fill(scenario)
    // Quoted text may hold '<b>' and mean it.
    for (name, node) in scan.unknown where node.style == .plain {
      findings.add(.placeholderWithoutColumn(name, node.place, columns: []))
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
    guard let keys = Keys<ExamplesKey>(node, findings), let columnsNode = keys[.columns],
      let rowsNode = keys[.rows]
    else { return nil }
    let columns = columnsNode.texts(findings, "a list of names, such as [offset, from, to]")
    for (index, column) in columns.enumerated()
    where columns[..<index].contains(where: { $0.text == column.text }) {
      findings.add(
        .unusedColumn, "column '\(column.text)' stands twice", at: column.place,
        proposal: "the second one would never be used")
    }
    guard let rows = rowsNode.elements, !rows.isEmpty else {
      findings.add(
        .wrongShape(rowsNode, expected: "write one row or more, each a list of values"))
      return nil
    }
    for row in rows {
      guard let cells = row.elements, cells.count == columns.count else {
        let count =
          row.elements.map { counted($0.count, "value") }
          ?? "no list of values"
        findings.add(
          .wrongShape, "a row with \(count) for \(columns.count) columns", at: row.place,
          proposal: "columns: \(columns.map(\.text).joined(separator: ", "))")
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
