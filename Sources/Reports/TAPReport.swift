import Diagnostics
import EventSourcing
import JSON

/// TAP 14 (testanything.org): a known bug is a TODO, an unreadable file a test that failed.
struct TAPReport {
  let report: RunReport
  let renderer: DiagnosticRenderer

  func text() -> String {
    let errors = report.diagnostics(of: .error)
    let count = report.scenarios.count + errors.count
    var lines = ["TAP version 14", "1..\(count)"]
    for warning in report.diagnostics where warning.severity == .warning {
      lines += renderer.text(warning).split(separator: "\n").map { "# " + $0 }
    }
    for (index, scenario) in report.scenarios.enumerated() {
      lines.append(point(scenario, number: index + 1))
      if !scenario.failures.isEmpty { lines += details(scenario.failures) }
    }
    for (index, error) in errors.enumerated() {
      let name = escape(error.place?.file ?? "run")
      lines.append("not ok \(report.scenarios.count + index + 1) - \(name)")
      lines += details([error])
    }
    let unchecked = report.counts.uncheckedSteps
    if unchecked > 0 { lines.append("# \(counted(unchecked, "step")) unchecked") }
    return lines.joined(separator: "\n") + "\n"
  }

  private func point(_ scenario: ScenarioReport, number: Int) -> String {
    let line = "\(number) - \(escape(scenario.title))"
    switch scenario.outcome {
    case .passed: return "ok " + line
    case .failed: return "not ok " + line
    case .skipped: return "ok " + line + " # SKIP " + escape(scenario.remark)
    case .knownBug: return "not ok " + line + " # TODO " + escape(scenario.remark)
    case .unexpectedPass: return "not ok " + line + " (" + escape(scenario.remark) + ")"
    }
  }

  /// A YAML block; JSON strings and objects are valid there, whatever they hold.
  private func details(_ findings: [Diagnostic]) -> [String] {
    let first = findings.first
    var lines = ["  ---", "  message: " + quoted(first?.message ?? "")]
    if let code = first?.code.id { lines.append("  code: " + quoted(code)) }
    if let place = first?.place {
      var at = JSONOutput(escapingInvisible: true)
      at.object { object in
        object.member("file", place.file)
        object.member("line", Int64(place.line))
        object.member("column", Int64(place.column))
      }
      lines.append("  at: " + at.text)
    }
    return lines + ["  text: " + quoted(renderer.text(findings)), "  ..."]
  }

  private func quoted(_ text: String) -> String { Value.text(text).json }

  /// `#` would begin a directive, a line end the next test; what a terminal obeys is shown.
  ///
  /// Readers of TAP 13 know no escapes: there a name with `# skip` would turn a failure into a test
  /// that was skipped, so that such a sign is replaced by its wide form.
  private func escape(_ text: String) -> String {
    var result = ""
    for index in text.unicodeScalars.indices {
      let scalar = text.unicodeScalars[index]
      switch scalar {
      case "#" where isDirective(text[index...]): result += "＃"
      case "\\", "#": result += "\\" + String(scalar)
      case "\n", "\r": result += " "
      default: result += visible(String(scalar))
      }
    }
    return result
  }

  private func isDirective(_ text: Substring) -> Bool {
    let word = text.dropFirst().drop { $0 == " " || $0 == "\t" }.prefix(4).lowercased()
    return word == "skip" || word == "todo"
  }
}
