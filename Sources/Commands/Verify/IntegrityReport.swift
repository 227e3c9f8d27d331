import Diagnostics
import JSON
import Replay
import Reports

/// Whether one trace is as its recorder left it, for people and machines.
struct IntegrityReport: Sendable {
  private(set) var verdict: Verdict
  private let file: String
  private let records: Int64
  private var snapshots: Int64 = 0
  private(set) var findings: [Diagnostic]
  private let repair: Repair?

  /// Where a repaired trace and its lost lines are.
  fileprivate struct Repair {
    var path: String
    var lostLines: Int
    var lostPath: String?
  }

  init(_ file: String, _ integrity: TraceIntegrity) {
    self.file = file
    verdict = integrity.isIntact ? .clean : .finding
    records = integrity.records
    snapshots = integrity.snapshots
    findings = integrity.diagnostics(file: file)
    repair = nil
  }

  /// A trace that was written anew to `path`; `lost` has the lines that are not in it.
  init(
    _ file: String, _ integrity: TraceIntegrity, repaired path: String,
    lost: (path: String, findings: [Diagnostic])?
  ) {
    self.file = file
    verdict = .finding
    records = integrity.records
    let lostFindings = (lost?.findings ?? []).map { finding in
      var finding = finding
      finding.severity = .warning
      finding.place?.file = file
      return finding
    }
    findings = lostFindings + integrity.diagnostics(file: file)
    repair = Repair(path: path, lostLines: integrity.lostLines, lostPath: lost?.path)
  }

  /// A trace that cannot be read.
  init(_ file: String, refusal: Diagnostic) {
    self.file = file
    verdict = .invalid
    records = 0
    findings = [refusal]
    repair = nil
  }

  /// The report with what is wrong in the folder of a log.
  func adding(_ findings: [Diagnostic]) -> IntegrityReport {
    var report = self
    report.findings = findings + self.findings
    if !findings.isEmpty { report.verdict = max(verdict, .finding) }
    return report
  }

  func text(_ style: TextStyle) -> String {
    let renderer = DiagnosticRenderer(sources: [], style: style)
    var lines = findings.map { renderer.text($0) }
    let file = visible(file)
    switch verdict {
    case .clean: lines.insert("\(style.paint("ok", .good))     \(file): \(content)", at: 0)
    case .finding: lines.insert("\(style.paint("DAMAGE", .error)) \(file): \(content)", at: 0)
    case .invalid, .usage, .internalError, .outputLost: break
    }
    if let repair { lines.append("repaired: \(repair.text)") }
    return lines.map { $0 + "\n" }.joined()
  }

  private var content: String {
    snapshots == 0
      ? "\(records) records" : "\(records) records, \(counted(Int(snapshots), "snapshot"))"
  }

  func write(to object: inout JSONOutput) {
    object.member("file", file)
    object.member("intact", verdict == .clean)
    object.member("records", records)
    object.member("snapshots", snapshots)
    guard let repair else { return }
    object.member("repaired", repair.path)
    object.member("lost_lines", Int64(repair.lostLines))
    if let path = repair.lostPath { object.member("lost", path) }
  }
}

extension IntegrityReport.Repair {
  /// Where everything is now.
  fileprivate var text: String {
    guard let lostPath else { return visible(path) }
    return "\(visible(path)); \(counted(lostLines, "line")) set aside in \(visible(lostPath))"
  }
}
