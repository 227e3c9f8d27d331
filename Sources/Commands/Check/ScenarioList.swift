import Diagnostics
import Reports
import SpecFormat
import Specs

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
