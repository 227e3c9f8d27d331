import Diagnostics
import JSON
import Protocols
import Reports
import SpecFormat
import Specs

extension TextDocument {
  /// The line above each scenario in the editor: its verdict, and what can be done with it.
  var lenses: [JSONTree] {
    let scenarios = checked?.scenarios ?? []
    return scenarios.flatMap { scenario -> [JSONTree] in
      let title = scenario.result.title
      let rows = scenarios.filter { $0.result.title.place == title.place }.map(\.result.report)
      let own = lenses(scenario.result, on: title.line)
      guard rows.count > 1, title.row?.number == 1 else { return own }
      let failed = rows.count { $0.outcome.isFailure }
      let summary = failed == 0 ? "✓ \(rows.count) rows" : "✗ \(failed) of \(rows.count) rows"
      return [lens(summary, on: title.place.line)] + own
    }
  }

  private func lenses(_ result: ScenarioResult, on line: Int) -> [JSONTree] {
    let commands: [EditorCommand] = [.run, .showTrace, .openPage]
    return [lens(result.report.verdictLine, on: line)]
      + commands.map { lens(on: line, $0.json(.text(uri), .text(result.title.label))) }
  }

  /// A lens that shows something and does nothing.
  private func lens(_ title: String, on line: Int) -> JSONTree {
    lens(on: line, ["title": .text(title), "command": "", "arguments": []])
  }

  private func lens(on line: Int, _ command: JSONTree) -> JSONTree {
    let place = Place(file: path, line: line, column: 1)
    return ["range": lines.range(of: place), "command": command]
  }
}

extension ScenarioReport {
  /// The outcome of the scenario and its reason in one line.
  var verdictLine: String {
    let reason = reason.map { ": \(visible($0))" } ?? ""
    switch outcome {
    case .passed: return "✓ passed"
    case .skipped: return "skipped\(reason)"
    case .knownBug: return "✓ fails as known\(reason)"
    case .failed, .unexpectedPass:
      let more = failures.count > 1 ? " and \(failures.count - 1) more" : ""
      return "✗ " + visible(failures.first?.message ?? "failed") + more
    }
  }
}
