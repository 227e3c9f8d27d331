import Diagnostics
import EventSourcing

/// One page without scripts, fonts or links to anything outside.
struct HTMLReport {
  let report: RunReport
  let renderer: DiagnosticRenderer

  func text() -> String {
    let lines =
      [
        "<!DOCTYPE html>", "<html lang=\"en\">", "<head>", "<meta charset=\"utf-8\">",
        "<meta name=\"viewport\" content=\"width=device-width\">",
        "<title>\(escapeMarkup(summary))</title>", "<style>", Self.style, "</style>", "</head>",
        "<body>", "<h1>\(escapeMarkup(summary))</h1>",
      ] + findings() + table() + ["</body>", "</html>"]
    return lines.joined(separator: "\n") + "\n"
  }

  private var summary: String {
    let counts = report.counts
    let parts = [
      (counts.failed, "failed"), (counts.unexpectedPasses, "unexpectedly passed"),
      (counts.passed, "passed"), (counts.knownBugs, "known bugs"), (counts.skipped, "skipped"),
    ]
    let named = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return named.isEmpty ? "Nothing ran" : named.joined(separator: ", ")
  }

  private func findings() -> [String] {
    report.diagnostics.map { "<pre class=\"\($0.severity.rawValue)\">\(excerpt($0))</pre>" }
  }

  private func table() -> [String] {
    guard !report.scenarios.isEmpty else { return [] }
    let head =
      "<tr><th>Outcome</th><th>Id</th><th>Scenario</th><th>Covers</th>"
      + "<th>Virtual time</th><th>Place</th></tr>"
    return ["<table>", "<thead>", head, "</thead>", "<tbody>"] + report.scenarios.flatMap(row)
      + ["</tbody>", "</table>"]
  }

  private func row(_ scenario: ScenarioReport) -> [String] {
    let outcome = scenario.outcome.rawValue
    let words = outcome.split(separator: "_").joined(separator: " ")
    let cells = [
      words, scenario.id, scenario.name, scenario.covers.joined(separator: " "),
      scenario.virtualTime.text, "\(scenario.file):\(scenario.line)",
    ]
    let row =
      "<tr class=\"\(outcome)\">"
      + cells.map { "<td>\(escapeMarkup($0))</td>" }.joined() + "</tr>"
    guard scenario.outcome != .passed, !(scenario.failures.isEmpty && scenario.remark.isEmpty)
    else { return [row] }
    guard !scenario.failures.isEmpty else {
      return [row, "<tr><td colspan=\"6\">\(escapeMarkup(scenario.remark))</td></tr>"]
    }
    let text = scenario.failures.map(excerpt).joined(separator: "\n\n")
    let isOpen = scenario.outcome.isFailure ? " open" : ""
    let details =
      "<tr><td colspan=\"6\"><details\(isOpen)><summary>\(escapeMarkup(scenario.remark))"
      + "</summary><pre>\(text)</pre></details></td></tr>"
    return [row, details]
  }

  private func excerpt(_ finding: Diagnostic) -> String { escapeMarkup(renderer.text(finding)) }

  private static let style = """
    :root { color-scheme: light dark }
    body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem;
      padding: 0 1rem }
    table { border-collapse: collapse; width: 100% }
    th, td { border-bottom: 1px solid #8886; padding: .3rem .6rem; text-align: left;
      vertical-align: top }
    pre { background: #8882; overflow-x: auto; padding: .6rem }
    pre.error { border-left: 4px solid #c33 }
    pre.warning { border-left: 4px solid #c90 }
    .failed td:first-child, .unexpected_pass td:first-child { color: #c33; font-weight: bold }
    .passed td:first-child { color: #2a7 }
    """
}
