import Diagnostics
import EventSourcing
import Rules
import Simulation
import YAML

/// Reads specs of one system; what can be shared between files is prepared once.
public struct SpecReader<S: System>: Sendable {
  let words: SystemWords<S>
  let files: SpecFiles

  /// Prepares to read specs; fixtures are looked up in `files`.
  public init(files: SpecFiles) {
    words = SystemWords()
    self.files = files
  }

  /// Reads a spec; without a catalogue, what `covers` names is only warned about.
  public func read(_ document: SpecDocument, catalogue: Catalogue?) -> SpecFile<S> {
    let findings = Findings()
    var reader = FileReader(
      context: ReadingContext(words: words, findings: findings), path: document.path,
      files: files, catalogue: catalogue)
    reader.read(document.root)
    let scenarios = findings.all.contains { $0.severity == .error } ? [] : reader.scenarios
    // The rules of the file come first in every scenario.
    let ruleCount = document.root["always"]?.elements?.count ?? 0
    return SpecFile(
      path: document.path, feature: document.root["feature"]?.text,
      section: document.root["section"]?.text, scenarios: scenarios,
      rules: Array(scenarios.first?.rules.prefix(ruleCount) ?? []),
      findings: findings.sorted)
  }
}

/// Reads the file's own keys and expands its scenarios.
struct FileReader<S: System> {
  let context: ReadingContext<S>
  let path: String
  let files: SpecFiles
  let catalogue: Catalogue?
  private(set) var scenarios: [Scenario<S>] = []
  private var ids: [String: Place] = [:]

  init(
    context: ReadingContext<S>, path: String, files: SpecFiles, catalogue: Catalogue?
  ) {
    self.context = context
    self.path = path
    self.files = files
    self.catalogue = catalogue
  }

  private static var keys: [String] {
    [
      "format", "sdk", "feature", "section", "tags", "covers", "observe", "defaults", "always",
      "scenarios",
    ]
  }

  private var findings: Findings { context.findings }

  mutating func read(_ root: YAMLNode) {
    guard let keys = Keys(root, "a spec", allowed: Self.keys, findings) else { return }
    checkFormat(keys, findings)
    _ = keys.required("sdk", findings)?.plainText(findings)
    _ = keys["feature"]?.plainText(findings)
    _ = keys["section"]?.plainText(findings)
    let shared = ScenarioReader(
      context: context, path: path, files: files,
      file: FileParts(
        tags: keys["tags"].map { tags($0) } ?? [], covers: keys["covers"].map { covers($0) } ?? [],
        observe: keys["observe"], always: keys["always"]))
    guard let list = keys.required("scenarios", findings) else { return }
    guard let elements = list.elements, !elements.isEmpty else {
      let empty = list.elements != nil || list.isBlank
      findings.add(
        empty
          ? Diagnostic(
            .noSteps, "the spec has no scenarios", at: list.place,
            proposal: "it would pass without running anything; add '- name:'")
          : .wrongShape(list, expected: "a list of scenarios, each with '- name:'"))
      return
    }
    let defaults = keys["defaults"].flatMap { node in
      Keys(node, "'defaults'", allowed: ScenarioReader<S>.defaultKeys, findings).map { _ in node }
    }
    for element in elements { read(element, defaults, shared) }
  }

  private mutating func read(
    _ element: YAMLNode, _ defaults: YAMLNode?, _ shared: ScenarioReader<S>
  ) {
    guard element.entries != nil else {
      findings.add(.wrongShape(element, expected: "a scenario is a map: name, steps, …"))
      return
    }
    if let id = element["id"], let text = id.text {
      if let first = ids[text] { findings.add(.takenID(text, at: id.place, first: first)) }
      ids[text] = ids[text] ?? id.place
    }
    let own = element["covers"].map { covers($0) } ?? []
    let merged = defaults.map { $0.merged(with: element) } ?? element
    for row in rows(of: merged) {
      if let scenario = shared.scenario(row.node, row: row.row, covers: own) {
        scenarios.append(scenario)
      }
    }
  }

  private func tags(_ node: YAMLNode) -> [String] {
    node.texts(findings, "a list of tags, such as [registration]").map(\.text)
  }

  private func covers(_ node: YAMLNode) -> [PlacedText] {
    readCovers(node, catalogue, findings)
  }
}

// MARK: - Examples

extension FileReader {
  typealias Row = (node: YAMLNode, row: ExampleRow?)

  /// The scenario once for each row of its examples, or as it is.
  private func rows(of scenario: YAMLNode) -> [Row] {
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
    guard let rows = rowsNode.elements, !rows.isEmpty else {
      findings.add(.wrongShape(rowsNode, expected: "a list of rows, each a list of values"))
      return nil
    }
    for row in rows {
      guard let cells = row.elements, cells.count == columns.count else {
        let count =
          row.elements.map { "\($0.count) \($0.count == 1 ? "value" : "values")" }
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
