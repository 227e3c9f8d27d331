import Diagnostics
import EventSourcing

/// JUnit XML, one suite per file; `time` is that of the machine, in seconds, and virtual time is a
/// property.
struct JUnitReport {
  let report: RunReport
  let renderer: DiagnosticRenderer

  func text() -> String {
    let files = (report.scenarios.map(\.file) + errors.map(fileName)).eachOnce()
    let failures = report.scenarios.filter(\.outcome.isFailure).count
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      "<testsuites name=\"pushtrace\" tests=\"\(report.scenarios.count + errors.count)\" "
        + "failures=\"\(failures)\" errors=\"\(errors.count)\" "
        + "time=\"\(report.span.length.secondsText)\">",
    ]
    for file in files { lines += suite(file) }
    return (lines + ["</testsuites>"]).joined(separator: "\n") + "\n"
  }

  /// The errors: warnings have no place in this format.
  private var errors: [Diagnostic] { report.diagnostics(of: .error) }

  private func fileName(_ diagnostic: Diagnostic) -> String { diagnostic.place?.file ?? "run" }

  private func suite(_ file: String) -> [String] {
    let scenarios = report.scenarios.filter { $0.file == file }
    let errors = errors.filter { fileName($0) == file }
    let failed = scenarios.filter(\.outcome.isFailure).count
    let skipped = scenarios.filter { $0.outcome == .skipped || $0.outcome == .knownBug }.count
    let time = scenarios.reduce(Duration.zero) { $0 + $1.elapsed }.secondsText
    let head =
      "  <testsuite name=\"\(escapeAttribute(file))\" tests=\"\(scenarios.count + errors.count)\""
      + " failures=\"\(failed)\" errors=\"\(errors.count)\" skipped=\"\(skipped)\""
      + " time=\"\(time)\">"
    return [head] + scenarios.flatMap(testCase) + errors.flatMap(errorCase) + ["  </testsuite>"]
  }

  private func testCase(_ scenario: ScenarioReport) -> [String] {
    let file = escapeAttribute(scenario.file)
    let head =
      "    <testcase name=\"\(escapeAttribute(scenario.title))\" classname=\"\(file)\" "
      + "file=\"\(file)\" line=\"\(scenario.line)\" time=\"\(scenario.elapsed.secondsText)\">"
    let properties = [
      "      <properties>",
      "        <property name=\"virtual_time\" value=\"\(scenario.virtualTime.text)\"/>",
      "        <property name=\"unchecked_steps\" value=\"\(scenario.uncheckedSteps)\"/>",
      "      </properties>",
    ]
    return [head] + properties + result(of: scenario) + ["    </testcase>"]
  }

  private func result(of scenario: ScenarioReport) -> [String] {
    let message = escapeAttribute(scenario.remark)
    switch scenario.outcome {
    case .passed: return []
    case .skipped, .knownBug: return ["      <skipped message=\"\(message)\"/>"]
    case .unexpectedPass:
      return ["      <failure message=\"\(message)\" type=\"unexpected_pass\"/>"]
    case .failed:
      let type = escapeAttribute(scenario.failures.first?.code.id ?? "failed")
      let text = escapeMarkup(renderer.text(scenario.failures))
      return ["      <failure message=\"\(message)\" type=\"\(type)\">\(text)</failure>"]
    }
  }

  private func errorCase(_ error: Diagnostic) -> [String] {
    let file = escapeAttribute(fileName(error))
    let message = escapeAttribute(error.message)
    return [
      "    <testcase name=\"\(file)\" classname=\"\(file)\" file=\"\(file)\" "
        + "line=\"\(error.place?.line ?? 1)\">",
      "      <error message=\"\(message)\" type=\"\(escapeAttribute(error.code.id))\">"
        + "\(escapeMarkup(renderer.text(error)))</error>",
      "    </testcase>",
    ]
  }
}
