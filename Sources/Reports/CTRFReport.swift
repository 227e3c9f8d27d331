import Diagnostics
import EventSourcing

/// CTRF (ctrf.io), one document; times are virtual, so the run starts at zero.
struct CTRFReport {
  let report: RunReport
  let renderer: DiagnosticRenderer

  func text() -> String {
    let errors = report.diagnostics.filter { $0.severity == .error }
    let tests = report.scenarios.map(test) + errors.map(test)
    let results = JSONTree.object([
      ("tool", .object([("name", .text("pushtrace"))])),
      ("summary", summary(errors: errors.count)),
      ("tests", .list(tests)),
    ])
    return JSONTree.object([
      ("reportFormat", .text("CTRF")), ("specVersion", .text("0.0.0")), ("results", results),
    ]).text() + "\n"
  }

  private func summary(errors: Int) -> JSONTree {
    let counts = report.counts
    let stop = report.scenarios.map(\.virtualTime.milliseconds).max() ?? 0
    return .object([
      ("tests", .number(counts.total + errors)), ("passed", .number(counts.passed)),
      ("failed", .number(counts.failed + counts.unexpectedPasses + errors)),
      ("pending", .number(0)), ("skipped", .number(counts.skipped)),
      ("other", .number(counts.knownBugs)), ("start", .number(0)), ("stop", .number(stop)),
    ])
  }

  private func test(_ scenario: ScenarioReport) -> JSONTree {
    var members: [(String, JSONTree)] = [
      ("name", .text(scenario.title)), ("status", .text(status(scenario.outcome))),
      ("duration", .number(scenario.virtualTime.milliseconds)),
    ]
    if !scenario.remark.isEmpty { members.append(("message", .text(scenario.remark))) }
    if !scenario.failures.isEmpty {
      members.append(("trace", .text(renderer.text(scenario.failures))))
    }
    members += [
      ("rawStatus", .text(scenario.outcome.rawValue)), ("filePath", .text(scenario.file)),
      ("line", .number(scenario.line)), ("tags", .texts(scenario.tags)),
      ("extra", .object([("id", .text(scenario.id)), ("covers", .texts(scenario.covers))])),
    ]
    return .object(members)
  }

  private func test(_ error: Diagnostic) -> JSONTree {
    .object([
      ("name", .text(error.place?.file ?? "run")), ("status", .text("failed")),
      ("duration", .number(0)), ("message", .text(error.message)),
      ("trace", .text(renderer.text(error))), ("rawStatus", .text("error")),
      ("filePath", .text(error.place?.file ?? "")), ("line", .number(error.place?.line ?? 1)),
    ])
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
