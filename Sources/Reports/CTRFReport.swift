import Diagnostics
import EventSourcing
import JSON

/// CTRF (ctrf.io), one document; times are those of the machine, and virtual time is an extra.
struct CTRFReport {
  let report: RunReport
  let renderer: DiagnosticRenderer

  func text() -> String {
    let errors = report.diagnostics(of: .error)
    var output = JSONOutput(escapingInvisible: true)
    output.object { document in
      document.member("reportFormat", "CTRF")
      document.member("specVersion", "0.0.0")
      document.object("results") { results in
        results.object("tool") { $0.member("name", "pushtrace") }
        results.object("summary") { summary(errors: errors.count, to: &$0) }
        results.list("tests") { tests in
          for scenario in report.scenarios { tests.object { test(scenario, to: &$0) } }
          for error in errors { tests.object { test(error, to: &$0) } }
        }
      }
    }
    return output.text + "\n"
  }

  private func summary(errors: Int, to object: inout JSONOutput) {
    let counts = report.counts
    object.member("tests", Int64(counts.total + errors))
    object.member("passed", Int64(counts[.passed]))
    object.member("failed", Int64(counts.failing + errors))
    object.member("pending", 0)
    object.member("skipped", Int64(counts[.skipped]))
    object.member("other", Int64(counts[.knownBug]))
    object.member("start", report.span.start.milliseconds)
    object.member("stop", report.span.end.milliseconds)
  }

  private func test(_ scenario: ScenarioReport, to object: inout JSONOutput) {
    object.member("name", scenario.title)
    object.member("status", status(scenario.outcome))
    object.member("duration", scenario.elapsed.milliseconds)
    if !scenario.remark.isEmpty { object.member("message", scenario.remark) }
    if !scenario.failures.isEmpty { object.member("trace", renderer.text(scenario.failures)) }
    object.member("rawStatus", scenario.outcome.rawValue)
    object.member("filePath", scenario.file)
    object.member("line", Int64(scenario.line))
    object.list("tags") { tags in scenario.tags.forEach { tags.element($0) } }
    object.object("extra") { extra in
      extra.member("id", scenario.id)
      extra.member("virtual_time", scenario.virtualTime.text)
      extra.member("unchecked_steps", Int64(scenario.uncheckedSteps))
      extra.list("covers") { covers in scenario.covers.forEach { covers.element($0) } }
    }
  }

  private func test(_ error: Diagnostic, to object: inout JSONOutput) {
    object.member("name", error.place?.file ?? "run")
    object.member("status", "failed")
    object.member("duration", 0)
    object.member("message", error.message)
    object.member("trace", renderer.text(error))
    object.member("rawStatus", "error")
    object.member("filePath", error.place?.file ?? "")
    object.member("line", Int64(error.place?.line ?? 1))
  }

  private func status(_ outcome: ScenarioReport.Outcome) -> String {
    switch outcome {
    case .passed: "passed"
    case .failed, .unexpectedPass: "failed"
    case .skipped: "skipped"
    case .knownBug: "other"
    }
  }
}
