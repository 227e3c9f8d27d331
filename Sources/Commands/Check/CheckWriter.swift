import Diagnostics
import Reports
import SpecFormat
import Specs

/// Shows what a run found and writes its reports.
struct CheckWriter {
  private let session: CheckSession
  private let report: RunReport
  /// The number of scenarios selected; fewer may have run under `--fail-fast`.
  private let selected: Int
  /// Steps that left their instant unjudged.
  private let uncheckedSteps: Int

  /// Shows `run`, with `report` in place of its own where more is known.
  init(_ run: CheckRun, _ report: RunReport? = nil) {
    session = run.session
    self.report = report ?? run.report
    selected = run.selected
    uncheckedSteps = run.results.reduce(0) { $0 + $1.uncheckedSteps }
  }

  func show(as format: OutputFormat, in context: CommandContext) {
    switch format {
    case .json:
      context.output.write(ReportFormat.json.bytes(of: report, renderer: renderer(.plain)))
    case .text: showText(context)
    }
  }

  func content(of wanted: Report) -> [UInt8] {
    wanted.format.bytes(of: report, renderer: renderer(.plain))
  }

  private func renderer(_ style: TextStyle) -> DiagnosticRenderer {
    let all = report.diagnostics + report.scenarios.flatMap(\.failures)
    return DiagnosticRenderer(sources: session.sources.texts(for: all), style: style)
  }

  private func showText(_ context: CommandContext) {
    let style = context.style
    let renderer = renderer(style)
    for finding in report.diagnostics(of: .error) {
      context.output.write(renderer.text(finding) + "\n\n")
    }
    for scenario in report.scenarios where scenario.outcome.isFailure {
      let title = scenario.name == scenario.id ? scenario.id : "\(scenario.id)  \(scenario.name)"
      context.output.write(style.paint("FAIL", .error) + " \(visible(title))\n")
      for failure in scenario.failures { context.output.write(renderer.text(failure) + "\n\n") }
    }
    for finding in report.diagnostics(of: .warning) {
      context.output.write(renderer.text(finding) + "\n\n")
    }
    context.output.write(summary(style))
    if let ties = report.ties { context.output.write(otherOrder(ties)) }
    if !report.readings.isEmpty { context.output.write(otherReadings) }
  }

  private func summary(_ style: TextStyle) -> String {
    let counts = report.counts
    let failed = counts.failing
    var parts = [style.paint("\(counts[.passed]) passed", .good)]
    if failed > 0 { parts.append(style.paint("\(failed) failed", .error)) }
    if counts[.knownBug] > 0 { parts.append(counted(counts[.knownBug], "known bug")) }
    if counts[.skipped] > 0 { parts.append("\(counts[.skipped]) skipped") }
    let left = selected - counts.total
    if left > 0 { parts.append("\(left) not run") }
    let unreadable = session.unreadableCount
    if unreadable > 0 {
      parts.append(style.paint("\(counted(unreadable, "file")) could not be read", .error))
    }
    let files = Set(session.runs.map(\.scenario.title.place.file)).count
    var text = "\(counted(counts.total, "scenario")) in \(counted(files, "file")): "
    text += parts.joined(separator: ", ") + "\n"
    if uncheckedSteps > 0 { text += "\(counted(uncheckedSteps, "step")) unchecked\n" }
    return text + coverage()
  }

  private func coverage() -> String {
    let covered = Set(
      report.scenarios.filter { $0.outcome == .passed }.flatMap(\.covers))
    return session.catalogues.map { catalogue in
      let all = catalogue.requirements.flatMap(\.statements)
      return "\(all.count { covered.contains($0.id.text) }) of \(all.count) requirements covered\n"
    }.joined()
  }

  /// What holds in the other order, and a line for each scenario that depends on it.
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
struct ScenarioList: VerbReport {
  private let scenarios: [Scenario]
  let findings: [Diagnostic]

  init(_ runs: [ScenarioRun], _ findings: [Diagnostic]) {
    scenarios = runs.map(\.scenario)
    self.findings = findings
  }

  var verdict: Verdict {
    scenarios.isEmpty || findings.contains { $0.severity == .error } ? .invalid : .clean
  }

  var table: String {
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
