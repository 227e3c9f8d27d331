import Diagnostics
import Reports
import JSON
import Replay

/// Whether one trace is as its recorder left it, for people and machines.
struct IntegrityReport {
  let verdict: Verdict
  private let file: String
  private let records: Int64
  let findings: [Diagnostic]

  init(_ file: String, _ integrity: TraceIntegrity) {
    self.file = file
    verdict = integrity.isIntact ? .clean : .finding
    records = integrity.records
    findings = integrity.diagnostics(file: file)
  }

  /// A trace that cannot be read.
  init(_ file: String, refusal: Diagnostic) {
    self.file = file
    verdict = .invalid
    records = 0
    findings = [refusal]
  }

  func text(_ style: TextStyle) -> String {
    let renderer = DiagnosticRenderer(sources: [], style: style)
    var lines = findings.map { renderer.text($0) }
    let file = visible(file)
    switch verdict {
    case .clean: lines.insert("\(style.paint("ok", .good))     \(file): \(records) records", at: 0)
    case .finding:
      lines.insert("\(style.paint("DAMAGE", .error)) \(file): \(records) records", at: 0)
    case .invalid, .usage, .internalError, .outputLost: break
    }
    return lines.map { $0 + "\n" }.joined()
  }

  func write(to object: inout JSONOutput) {
    object.member("file", file)
    object.member("intact", verdict == .clean)
    object.member("records", records)
  }
}
