import Diagnostics
import Reports
import SpecFormat
import Specs

extension CheckRun {
  /// Shows what was found on standard output.
  func show(as format: OutputFormat, in context: CommandContext) {
    switch format {
    case .json: context.output.write(content(as: .json))
    case .text: context.output.write(text(context.style))
    }
  }

  /// The report as the content of a file.
  func content(as format: ReportFormat) -> [UInt8] {
    format.bytes(of: report, renderer: renderer(.plain))
  }

  private func renderer(_ style: TextStyle) -> DiagnosticRenderer {
    let all = report.diagnostics + report.scenarios.flatMap(\.failures)
    return DiagnosticRenderer(sources: session.sources.texts(for: all), style: style)
  }

  private func text(_ style: TextStyle) -> String {
    let renderer = renderer(style)
    func paragraphs(_ findings: [Diagnostic]) -> String {
      findings.map { renderer.text($0) + "\n\n" }.joined()
    }
    let failed = report.scenarios.filter(\.outcome.isFailure).map { scenario in
      let sentence = scenario.sentence
      let title = sentence.isEmpty ? scenario.id : "\(scenario.id)  \(sentence)"
      return style.paint("FAIL", .error) + " \(visible(title))\n" + paragraphs(scenario.failures)
    }
    return paragraphs(report.diagnostics(of: .error)) + failed.joined()
      + paragraphs(report.diagnostics(of: .warning)) + summary(style)
      + (report.ties.map(otherOrder) ?? "") + (report.readings.isEmpty ? "" : otherReadings)
  }

  private func summary(_ style: TextStyle) -> String {
    let counts = report.counts
    let failed = counts.failing
    var parts = [style.paint("\(counts[.passed]) passed", .good)]
    if failed > 0 { parts.append(style.paint("\(failed) failed", .error)) }
    if counts[.knownBug] > 0 { parts.append(counted(counts[.knownBug], "known bug")) }
    if counts[.skipped] > 0 { parts.append("\(counts[.skipped]) skipped") }
    // Under --fail-fast fewer may have run.
    let left = selected - counts.total
    if left > 0 { parts.append("\(left) not run") }
    if report.unreadable > 0 {
      parts.append(style.paint("\(counted(report.unreadable, "file")) could not be read", .error))
    }
    let files = Set(session.runs.map(\.scenario.title.place.file)).count
    var text = "\(counted(counts.total, "scenario")) in \(counted(files, "file")): "
    text += parts.joined(separator: ", ") + "\n"
    let unchecked = counts.uncheckedSteps
    if unchecked > 0 { text += "\(counted(unchecked, "step")) unchecked\n" }
    return text + session.catalogues.map { Coverage([$0], results).sentence + "\n" }.joined()
  }

  /// Says how many scenarios hold in the other order, with a line for each that depends on it.
  private func otherOrder(_ ties: TieVariation) -> String {
    let held = ties.runs - ties.dependent.count
    var lines = [
      "", "The order of things at one instant reversed: \(held) of \(ties.runs) scenarios hold",
    ]
    for scenario in ties.dependent {
      lines.append("  depends on the order: \(scenario.id)  (\(scenario.file):\(scenario.line))")
      if let finding = scenario.failures.first { lines.append("    \(finding.message)") }
    }
    return lines.map { visible($0) + "\n" }.joined()
  }

  /// A line for each reading, and below it the scenarios that do not hold.
  private var otherReadings: String {
    var lines = ["", "Readings varied one at a time; what a scenario names stays as it is:"]
    for variation in report.readings {
      let held = variation.runs - variation.broken.count
      lines.append("  \(variation.reading): \(held) of \(variation.runs) scenarios hold")
      lines += variation.broken.map { "    does not hold: \($0)" }
    }
    return lines.map { visible($0) + "\n" }.joined()
  }
}

/// The selected scenarios, a line each, without running them.
struct ScenarioList: PrintedReport {
  let session: CheckSession

  private var scenarios: [Scenario] { session.runs.map(\.scenario) }

  var findings: [Diagnostic] { session.findings }
  var verdict: Verdict { session.runs.isEmpty || session.hasErrors ? .invalid : .clean }

  func text(_ style: TextStyle) -> String {
    var table = TextTable([.left, .left, .left, .left])
    for scenario in scenarios {
      let title = scenario.title
      let cells = [
        title.label, "\(title.place.file):\(title.line)",
        scenario.covers.map(\.text).joined(separator: ","), title.name,
      ]
      table.add(cells.map { visible($0) })
    }
    return table.lines().map { $0 + "\n" }.joined()
      + findings.text(style, sources: session.sources.texts(for: findings))
  }

  static let reported = ReportMembers<ScenarioList> { it in
    it.list("scenarios", \.scenarios, "The scenarios that are selected.") { scenario in
      scenario("id", \.title.label)
      scenario("name", \.title.name)
      scenario("file", \.title.place.file)
      scenario("line", \.title.line)
      scenario("tags", \.title.tags)
      scenario("covers", { $0.covers.map(\.text) })
    }
  }
}
