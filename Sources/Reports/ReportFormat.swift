import Diagnostics

/// A way to write the results of a run for another program.
public enum ReportFormat: String, CaseIterable, Sendable {
  /// JUnit XML as CI servers read it.
  case junit
  /// Test Anything Protocol 14.
  case tap
  /// Common Test Report Format (ctrf.io).
  case ctrf
  /// Annotations of GitHub Actions (workflow commands).
  case github
  /// A page that needs nothing beside itself.
  case html
  /// One JSON document.
  case json
  /// One JSON object per line, for streams.
  case jsonl

  /// The report as UTF-8; equal runs give equal bytes, but for the time of the machine in JUnit and
  /// CTRF. `renderer` takes the excerpts.
  public func bytes(of report: RunReport, renderer: DiagnosticRenderer) -> [UInt8] {
    let text =
      switch self {
      case .junit: JUnitReport(report: report, renderer: renderer).text()
      case .tap: TAPReport(report: report, renderer: renderer).text()
      case .ctrf: CTRFReport(report: report, renderer: renderer).text()
      case .github: GitHubReport(report: report).text()
      case .html: HTMLReport(report: report, renderer: renderer).text()
      case .json: report.document(of: "check")
      case .jsonl: report.jsonLines()
      }
    return Array(text.utf8)
  }
}
