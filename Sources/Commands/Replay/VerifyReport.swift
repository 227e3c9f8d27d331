import Diagnostics
import JSON
import Replay

/// What is known of the integrity of one trace.
struct VerifyReport {
  let verdict: Verdict
  private let file: String
  private let records: Int64
  private let findings: [Diagnostic]

  init(file: String, _ integrity: TraceIntegrity) {
    self.file = file
    verdict = integrity.isIntact ? .clean : .finding
    records = integrity.records
    findings = integrity.diagnostics(file: file)
  }

  /// A trace that cannot be read.
  init(file: String, refusal: Diagnostic) {
    self.file = file
    verdict = .invalid
    records = 0
    findings = [refusal]
  }

  func show() {
    if verdict != .invalid {
      Console.write("\(verdict == .clean ? "ok     " : "DAMAGE ")\(file): \(records) records\n")
    }
    for finding in findings { Console.show(finding) }
  }

  static func json(_ reports: [VerifyReport]) -> String {
    var output = JSONOutput()
    output.list { list in
      for report in reports { list.object { report.write(to: &$0) } }
    }
    return output.text + "\n"
  }

  private func write(to object: inout JSONOutput) {
    object.member("file", file)
    object.member("intact", verdict == .clean)
    object.member("records", records)
    object.list("findings") { $0.findings(findings) }
  }
}
