import Diagnostics
import EventSourcing

/// The parts of the page that list everything: scenarios by file, requirements by clause.
extension HTMLReport {
  private typealias NumberedScenario = EnumeratedSequence<[ScenarioReport]>.Element

  func scenarios() -> [String] {
    let rows = Dictionary(grouping: report.scenarios.enumerated(), by: \.element.file)
    let files = report.scenarios.map(\.file).eachOnce()
    return section("scenarios", "Scenarios", files.map { file($0, rows[$0] ?? []) })
  }

  private func file(_ path: String, _ scenarios: [NumberedScenario]) -> String {
    let failed = scenarios.count { $0.element.outcome.isFailure }
    let isOpen = failed > 0 || report.scenarios.count <= 40 ? " open" : ""
    let remark = failed > 0 ? "<strong class=\"failed\">\(failed) failed</strong>, " : ""
    return "<details class=\"file\"\(isOpen)><summary>\(escapeLine(path)) <span class=\"remark\">"
      + "\(remark)\(counted(scenarios.count, "scenario"))</span></summary><ol>"
      + scenarios.map(row).joined(separator: "\n") + "</ol></details>"
  }

  private func row(_ index: Int, _ scenario: ScenarioReport) -> String {
    let outcome = scenario.outcome
    let name = escapeLine(scenario.sentence)
    let id = escapeLine(scenario.id)
    return "<li id=\"s\(index)\" data-outcome=\"\(outcome.rawValue)\" data-searched>"
      + "<span class=\"outcome \(outcome.rawValue)\">\(outcome.words)</span>"
      + (outcome.isFailure ? "<a class=\"id\" href=\"#f\(index)\">" : "<span class=\"id\">") + id
      + (outcome.isFailure ? "</a>" : "</span>")
      + "<span class=\"name\">\(name)\(remark(scenario))</span>"
      + "<span class=\"covers\">\(escapeLine(scenario.covers.joined(separator: " ")))</span>"
      + "<span class=\"time\" title=\"virtual time\">\(scenario.virtualTime.text)</span></li>"
  }

  /// Writes the reason why a scenario was skipped, or the known bug with what is found of it.
  private func remark(_ scenario: ScenarioReport) -> String {
    switch scenario.outcome {
    case .passed, .failed, .unexpectedPass: return ""
    case .skipped: return "<span class=\"remark\">\(escapeLine(scenario.remark))</span>"
    case .knownBug:
      let text = escapeMarkup(renderer.text(scenario.failures))
      return "<details><summary class=\"remark\">\(escapeLine(scenario.remark))</summary>"
        + "<div class=\"finding\"><pre tabindex=\"0\">\(text)</pre></div></details>"
    }
  }

  func requirements() -> [String] {
    guard !report.requirements.isEmpty else { return [] }
    let covered = report.requirements.count(where: \.isCovered)
    let labels = report.scenarios.map { $0.id.prefix { $0 != "[" }.trimmingBlanks }
    // The rows of one scenario are led to by its first.
    let places = Dictionary(zip(labels, labels.indices)) { first, _ in first }
    let rows = report.requirements.map { requirement($0, places) }
    return section(
      "requirements", "Requirements",
      [
        "<p>\(covered) of \(report.requirements.count) covered by a scenario of this run that "
          + "passed</p>",
        "<ul class=\"plain requirements\">\(rows.joined(separator: "\n"))</ul>",
      ])
  }

  private func requirement(_ line: RequirementReport, _ places: [String: Int]) -> String {
    let state = line.isCovered ? (line.failing.isEmpty ? "passed" : "mixed") : "uncovered"
    let words =
      line.isCovered
      ? counted(line.passing.count, "scenario") : line.failing.isEmpty ? "not covered" : "failing"
    func link(_ label: String, _ outcome: String) -> String {
      let text = escapeLine(label)
      guard let index = places[label] else { return "<span class=\"link\">\(text)</span>" }
      return "<a class=\"link \(outcome)\" href=\"#s\(index)\">\(text)</a>"
    }
    let links =
      line.failing.map { link($0, "failed") } + line.passing.map { link($0, "passed") }
    let (shown, hidden) = (links.prefix(12), links.dropFirst(12))
    let more =
      hidden.isEmpty
      ? ""
      : "<details><summary>\(hidden.count) more</summary>\(hidden.joined(separator: " "))</details>"
    return "<li class=\"\(state)\" data-searched><span class=\"id\">\(escapeLine(line.id))</span>"
      + "<span class=\"count\">\(words)</span><span class=\"says\">\(escapeLine(line.says))</span>"
      + "<span class=\"links\">\(shown.joined(separator: " "))\(more)</span></li>"
  }
}
