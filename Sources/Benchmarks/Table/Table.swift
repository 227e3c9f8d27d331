/// The measured rows as a table in Markdown, and what came of the targets.
struct Table {
  private var lines: [[String]] = [
    [
      "work", "by", "time a unit", "a second", "spread", "times the first", "allocations",
      "bytes held",
    ]
  ]
  private var targets: [String] = []
  private var failures: [String] = []
  /// The ratios below their floors, and whoever could not be measured although it is there.
  private(set) var breaches: [String] = []

  mutating func add(_ row: Row, _ measurement: Measurement) {
    let first = row.contestants.lazy.compactMap { measurement.figures[$0.name] }.first
    for contestant in row.contestants {
      if let failure = measurement.failures[contestant.name] {
        failures.append("\(row.name), \(contestant.name): \(failure)")
      }
      guard let figure = measurement.figures[contestant.name], let first else { continue }
      lines.append([
        "\(row.title), \(row.unit)", contestant.name, shortTime(figure.median),
        shortRate(figure.rate), "\(Int((figure.spread * 100).rounded())) %",
        digits(figure.median / first.median), figure.allocations.map(digits) ?? "",
        figure.heldBytes.map(digits) ?? "",
      ])
    }
    for line in row.targets.compactMap({ $0.line(measurement.figures) }) {
      targets.append("\(line) (\(row.title))")
    }
    // What this package brings along is measured always.
    for contestant in row.contestants where contestant.need == nil {
      if let failure = measurement.failures[contestant.name] {
        breaches.append("\(contestant.name): \(failure) (\(row.title))")
      }
    }
    breaches += row.targets.compactMap { $0.breach(measurement.figures) }
      .map { "\($0) (\(row.title))" }
  }

  /// The table, its targets, and who was not measured.
  var text: String {
    let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    var text = ""
    for (number, line) in lines.enumerated() {
      let cells = zip(line, widths).enumerated().map { column, cell in
        let padding = String(repeating: " ", count: cell.1 - cell.0.count)
        return column < 2 ? cell.0 + padding : padding + cell.0
      }
      text += "| \(cells.joined(separator: " | ")) |\n"
      if number == 0 {
        let rules = widths.enumerated().map { column, width in
          String(repeating: "-", count: column < 2 ? width : width - 1) + (column < 2 ? "" : ":")
        }
        text += "| \(rules.joined(separator: " | ")) |\n"
      }
    }
    for (title, list) in [("Targets", targets), ("Not measured", failures)] where !list.isEmpty {
      text += "\n\(title)\n" + list.map { "  \($0)\n" }.joined()
    }
    return text
  }
}
