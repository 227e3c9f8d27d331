import Diagnostics

/// Workflow commands of GitHub Actions, one annotation per finding.
struct GitHubReport {
  let report: RunReport

  func text() -> String {
    let lines = report.scenarios.flatMap(annotations) + report.diagnostics.map { line($0) }
    return lines.map { $0 + "\n" }.joined()
  }

  private func annotations(_ scenario: ScenarioReport) -> [String] {
    switch scenario.outcome {
    case .passed, .skipped: return []
    case .failed: return scenario.failures.map { line($0, in: scenario) }
    case .knownBug: return [command("notice", scenario)]
    case .unexpectedPass: return [command("error", scenario)]
    }
  }

  private func command(_ kind: String, _ scenario: ScenarioReport) -> String {
    "::\(kind) file=\(property(scenario.file)),line=\(scenario.line),"
      + "title=\(property(scenario.title))::\(data(scenario.remark))"
  }

  private func line(_ finding: Diagnostic, in scenario: ScenarioReport? = nil) -> String {
    var properties: [String] = []
    if let place = finding.place {
      properties += [
        "file=\(property(place.file))", "line=\(place.line)", "col=\(place.column)",
        "endColumn=\(place.endColumn)",
      ]
    }
    let title = (scenario.map { $0.id + " " } ?? "") + finding.code.id
    properties.append("title=\(property(title))")
    let body = [finding.message] + finding.labels.map(\.text).filter { !$0.isEmpty } + finding.notes
    return "::\(finding.severity.rawValue) \(properties.joined(separator: ","))::"
      + data(body.joined(separator: "\n"))
  }

  private func data(_ text: String) -> String { escape(text, ["%", "\r", "\n"]) }

  private func property(_ text: String) -> String { escape(text, ["%", "\r", "\n", ":", ","]) }

  private func escape(_ text: String, _ reserved: [Unicode.Scalar]) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      guard reserved.contains(scalar) else {
        result += visible(String(scalar))
        continue
      }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      result += "%" + (digits.count < 2 ? "0" : "") + digits
    }
    return result
  }
}
