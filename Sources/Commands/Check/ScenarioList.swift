import Diagnostics
import JSON
import Reports
import SpecFormat
import Specs

/// The selected scenarios, a line each, without running them.
struct ScenarioList {
  private let scenarios: [Scenario]

  init(_ runs: [ScenarioRun]) { scenarios = runs.map(\.scenario) }

  var table: String {
    var table = TextTable([.left, .left, .left, .left])
    for scenario in scenarios {
      let title = scenario.title
      let cells = [
        title.label, "\(title.place.file):\(title.row?.place.line ?? title.place.line)",
        scenario.covers.map(\.text).joined(separator: ","), title.name,
      ]
      table.add(cells.map { visible($0) })
    }
    return table.lines().map { $0 + "\n" }.joined()
  }

  func write(to document: inout JSONOutput) {
    document.list("scenarios") { list in
      for scenario in scenarios {
        list.object { object in
          let title = scenario.title
          object.member("id", title.label)
          object.member("name", title.name)
          object.member("file", title.place.file)
          object.member("line", Int64(title.row?.place.line ?? title.place.line))
          object.list("tags") { tags in title.tags.forEach { tags.element($0) } }
          object.list("covers") { covers in scenario.covers.forEach { covers.element($0.text) } }
        }
      }
    }
  }
}
