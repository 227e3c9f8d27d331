import Diagnostics
import Reports

/// A verb's report on one of many traces.
protocol TraceReport: ReportedRecord, Sendable {
  /// The trace's path, or the device's name where it came in a stream of many.
  var file: String { get }
  var verdict: Verdict { get set }
  var findings: [Diagnostic] { get set }

  /// A trace that cannot be read.
  init(file: String, refusal: Diagnostic)

  /// Adds what is wrong in the log that was read as a trace.
  mutating func add(inLog findings: [Diagnostic])
}

extension TraceReport {
  mutating func add(inLog findings: [Diagnostic]) {
    self.findings += findings
    if !findings.isEmpty { verdict = max(verdict, .finding) }
  }

  /// Reports on one trace, whether or not it can be read.
  static func on(
    _ file: TraceFile, among systems: [RegisteredSystem],
    _ judge: (TraceFile, RegisteredSystem) throws -> Self
  ) throws -> Self {
    var report: Self
    do {
      report = try judge(file, try file.system(among: systems))
    } catch let finding as Diagnostic {
      report = Self(file: file.path, refusal: finding)
    }
    report.add(inLog: RunFiles.current.takeFindings(of: file.path))
    return report
  }
}

/// A verb's summary of many traces.
protocol TraceSummary: ReportedRecord {
  associatedtype Report: TraceReport

  /// Takes the report on the next trace, and returns what people read of it.
  mutating func add(_ report: Report) -> (TextStyle) -> String

  /// Ends the summary, once all traces are taken.
  mutating func end()

  /// The remark behind the count of traces while they are judged.
  var remark: String { get }
  /// The findings that concern no trace alone.
  var findings: [Diagnostic] { get }

  /// Writes what people read at the end.
  func text(_ style: TextStyle) -> String
}

extension TraceSummary {
  static var reported: ReportMembers<Self> { ReportMembers { _ in } }
  var findings: [Diagnostic] { [] }
  mutating func end() {}
}
