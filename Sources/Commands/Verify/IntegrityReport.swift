import Diagnostics
import Replay
import Reports
import Traces

/// Whether one trace is as its recorder left it, for people and machines.
struct IntegrityReport: TraceReport {
  var verdict: Verdict
  let file: String
  private var records: Int64 = 0
  private var snapshots: Int64 = 0
  var findings: [Diagnostic]
  private var repair: Repair?
}

extension IntegrityReport {
  init(_ file: String, _ integrity: TraceIntegrity) {
    self.init(
      verdict: integrity.ending.isIntact ? .clean : .finding, file: file,
      records: integrity.records, snapshots: integrity.snapshots,
      findings: integrity.ending.warnings(file))
  }

  /// A trace that was written anew to `path`; `lost` is what is not in it.
  init(
    _ file: String, _ integrity: TraceIntegrity, repaired path: String, lost: Repair.Lost?
  ) {
    let lostFindings = (lost?.findings ?? []).map { finding in
      var finding = finding
      finding.severity = .warning
      finding.place?.file = file
      return finding
    }
    // A record that comes again is one that was set aside, and is said once.
    let others = integrity.ending.warnings(file).filter { warning in
      !lostFindings.contains {
        $0.code == warning.code && $0.place?.line == warning.place?.line
      }
    }
    self.init(
      verdict: .finding, file: file, records: integrity.records, findings: lostFindings + others,
      repair: Repair(path: path, lostLines: integrity.lostLines, lost: lost))
  }

  /// A trace that cannot be read.
  init(file: String, refusal: Diagnostic) {
    self.init(verdict: .invalid, file: file, findings: [refusal])
  }

  mutating func add(inLog findings: [Diagnostic]) {
    self.findings = findings + self.findings
    if !findings.isEmpty { verdict = max(verdict, .finding) }
  }

  func text(_ style: TextStyle) -> String {
    let file = visible(file)
    let head =
      switch verdict {
      case .clean: "\(style.paint("ok", .good))     \(file): \(content)\n"
      case .finding: "\(style.paint("DAMAGE", .error)) \(file): \(content)\n"
      case .invalid, .usage, .internalError, .outputLost: ""
      }
    return head + findings.text(style) + (repair.map { "repaired: \($0.text)\n" } ?? "")
  }

  private var content: String {
    counted(records, "record") + (snapshots == 0 ? "" : ", \(counted(snapshots, "snapshot"))")
  }

  static let reported = ReportMembers<IntegrityReport> { it in
    it("file", \.file, "The trace.")
    it("intact", { $0.verdict == .clean }, "Whether it is as its recorder left it.")
    it("records", \.records, "The number of records.")
    it("snapshots", \.snapshots, "The number of snapshots among them.")
    it.include(ifPresent: \.repair)
  }
}

/// The files of a repaired trace and of what is not in it.
struct Repair: ReportedRecord, Sendable {
  /// The parts that were set aside.
  struct Lost: Sendable {
    let path: String
    /// The number of damaged places of a log among them.
    let places: Int
    /// The reasons why lines were set aside, for the first of them.
    let findings: [Diagnostic]
  }

  let path: String
  let lostLines: Int
  let lost: Lost?

  static let reported = ReportMembers<Repair> { repair in
    repair("repaired", \.path, "The trace that --repair has written.")
    repair("lost_lines", \.lostLines, "The number of lines that are not in it.")
    repair("lost_places", { $0.lost?.places ?? 0 }, "The number of damaged places not in it.")
    repair("lost", \.lost?.path, "The file that has them.")
  }

  /// The files as they are now, in words.
  fileprivate var text: String {
    guard let lost else { return visible(path) }
    let parts = [
      lostLines == 0 && lost.places > 0 ? nil : counted(lostLines, "line"),
      lost.places == 0 ? nil : counted(lost.places, "damaged place"),
    ]
    let set = parts.compactMap { $0 }.joined(separator: " and ")
    let named = lost.findings.count
    return "\(visible(path)); \(set) set aside in \(visible(lost.path))"
      + (lostLines > named ? ", the first \(named) named above" : "")
  }
}

/// The numbers of traces that are intact, damaged or unreadable.
struct IntegritySummary: TraceSummary {
  private var counts: [Verdict: Int] = [:]

  mutating func add(_ report: IntegrityReport) -> (TextStyle) -> String {
    counts[report.verdict, default: 0] += 1
    return report.text
  }

  var remark: String { counts[.finding].map { "\($0) damaged" } ?? "" }

  /// Writes the counts; nothing where there are too few traces.
  func text(_ style: TextStyle) -> String {
    let total = counts.values.reduce(0, +)
    guard total > IntegritySummary.few else { return "" }
    let parts: [(Verdict, String)] = [
      (.clean, "intact"), (.finding, "damaged"), (.invalid, "unreadable"),
    ]
    let words = parts.compactMap { verdict, word in counts[verdict].map { "\($0) \(word)" } }
    return "\n\(counted(total, "trace")): \(words.joined(separator: ", "))\n"
  }

  private static let few = 3
}

/// The faults of a trace before it was sealed.
struct SealReport: PrintedReport {
  let trace: IntegrityReport
  /// The sealed trace, where it goes into the report.
  let sealed: String?
  let verdict: Verdict

  var findings: [Diagnostic] { trace.findings }

  static let reported = ReportMembers<SealReport> { it in
    it("traces", { [$0.trace] }, "The trace.")
    it("trace", \.sealed, "The document, where no file is written.")
  }

  func text(_ style: TextStyle) -> String {
    findings.text(style)
  }
}
