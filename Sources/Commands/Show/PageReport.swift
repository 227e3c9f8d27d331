import Diagnostics
import Reports
import Timeline

/// A page that was written, for one trace or for any.
struct PageReport: PrintedReport {
  var verdict = Verdict.clean
  var findings: [Diagnostic] = []
  var file: String?
  let html: String
  var records: Int?
  private var bytes = 0

  init(html: String) { self.html = html }

  static let reported = ReportMembers<PageReport> { page in
    page("file", \.file, "The trace.")
    page("html", \.html, "The page that was written.")
    page("records", \.records, "The number of records.")
    page("bytes", \.bytes, "The size of the page.")
  }

  /// Lets `make` write the page piece by piece, and counts its bytes.
  mutating func write<Result>(
    _ make: (_ write: ([UInt8]) throws -> Void) throws -> Result
  ) throws -> Result {
    let draft = try FileDraft(html)
    let result = try make { piece in
      try draft.write(piece)
      bytes += piece.count
    }
    try draft.finish()
    return result
  }

  func text(_ style: TextStyle) -> String {
    let content = file.map { "\(counted(records ?? 0, "record")) of \($0)" }
    return visible("\(html): \(content ?? "a page for any trace")") + "\n"
  }
}

extension TimelineView {
  /// Writes the page to `path`, with an engine made of `sources` or without one.
  func writePage(
    to path: String, with engine: [UInt8], of sources: String
  ) throws -> (report: PageReport, end: TimelineEnd) {
    var report = PageReport(html: path)
    report.file = file.path
    let (records, end) = try report.write { write -> (Int, TimelineEnd) in
      if engine.isEmpty {
        return try system.writePage(of: file.input, lenient: lenient, write)
      }
      let (survey, end) = try survey(readsData: true)
      try EnginePage(engine: engine, sources: sources).write(file.input, write)
      return (Int(clamping: survey.records), end)
    }
    report.records = records
    report.verdict = verdict(end)
    report.findings = end.findings
    return (report, end)
  }
}
