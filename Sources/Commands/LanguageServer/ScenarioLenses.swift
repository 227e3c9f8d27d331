import Diagnostics
import JSON
import Protocols
import Reports
import SpecFormat
import Specs

/// The line above each scenario in the editor: its verdict, and what can be done with it.
struct ScenarioLenses {
  let document: TextDocument
  let encoding: PositionEncoding

  var json: [JSONTree] {
    let scenarios = document.checked?.scenarios ?? []
    return scenarios.flatMap { scenario -> [JSONTree] in
      let title = scenario.result.title
      let rows = scenarios.filter { $0.result.title.place == title.place }.map(\.result.report)
      let own = lenses(scenario.result, on: title.line)
      guard rows.count > 1, title.row?.number == 1 else { return own }
      return [lens(ScenarioLenses.summary(rows), on: title.place.line)] + own
    }
  }

  private func lenses(_ result: ScenarioResult, on line: Int) -> [JSONTree] {
    let commands: [EditorCommand] = [.run, .showTrace, .openPage]
    return [lens(ScenarioLenses.verdict(result.report), on: line)]
      + commands.map {
        lens(on: line, $0.json(.text(document.uri), .text(result.title.label)))
      }
  }

  /// A lens that shows something and does nothing.
  private func lens(_ title: String, on line: Int) -> JSONTree {
    lens(on: line, ["title": .text(title), "command": "", "arguments": []])
  }

  private func lens(on line: Int, _ command: JSONTree) -> JSONTree {
    let place = Place(file: document.path, line: line, column: 1)
    return ["range": document.lines.range(of: place, encoding), "command": command]
  }

  /// The outcome of a scenario and its reason in one line.
  static func verdict(_ report: ScenarioReport) -> String {
    let reason = report.reason.map { ": \(visible($0))" } ?? ""
    switch report.outcome {
    case .passed: return "✓ passed"
    case .skipped: return "skipped\(reason)"
    case .knownBug: return "✓ fails as known\(reason)"
    case .failed, .unexpectedPass:
      let more = report.failures.count > 1 ? " and \(report.failures.count - 1) more" : ""
      return "✗ " + visible(report.failures.first?.message ?? "failed") + more
    }
  }

  private static func summary(_ rows: [ScenarioReport]) -> String {
    let failed = rows.count { $0.outcome.isFailure }
    return failed == 0 ? "✓ \(rows.count) rows" : "✗ \(failed) of \(rows.count) rows"
  }
}
