import ArgumentParser
import Diagnostics
import Reports
import Timeline

extension TimelineView {
  /// Writes the page to `path`, with an engine or without one, and says so.
  func writePage(
    to path: String, with engine: [UInt8], of verb: ShowCommand, in context: CommandContext
  ) throws -> Verdict {
    let ((records, end), size) = try writeFile(path) { write -> (Int, TimelineEnd) in
      if engine.isEmpty {
        return try system.writePage(of: file.input, lenient: lenient, write)
      }
      let (survey, end) = try survey()
      try EnginePage(engine: engine, sources: context.engineSources).write(file.input, write)
      return (Int(clamping: survey.records), end)
    }
    let report = PageReport(
      verdict: verdict(end), findings: end.findings, file: file.path, html: path,
      records: records, bytes: size)
    if verb.output.format == .json { return verb.write(report, in: context) }
    context.output.write(visible("\(path): \(counted(records, "record")) of \(file.path)") + "\n")
    for warning in end.warnings { context.show(warning) }
    if let failure = end.failure { context.showError(failure) }
    return report.verdict
  }
}

extension ShowCommand {
  /// Writes a page that waits for a trace.
  func writeEmptyPage(with engine: [UInt8], in context: CommandContext) throws -> Verdict {
    guard let html else { throw ValidationError("show takes a trace") }
    if engine.isEmpty { throw Stop(.usage, "there is no engine here; --engine names one") }
    let page = EnginePage(engine: engine, sources: context.engineSources)
    let ((), size) = try writeFile(html) { try page.write(nil, $0) }
    if output.format == .json { return write(PageReport(html: html, bytes: size), in: context) }
    context.output.write(visible("\(html): a page for any trace") + "\n")
    return .clean
  }
}

/// A page that was written.
struct PageReport: VerbReport {
  var verdict = Verdict.clean
  var findings: [Diagnostic] = []
  var file: String?
  let html: String
  var records: Int?
  let bytes: Int

  static let reported = ReportMembers<PageReport> { page in
    page("file", \.file, "The trace.")
    page("html", \.html, "The page that was written.")
    page("records", \.records, "How many records there are.")
    page("bytes", \.bytes, "The size of the page.")
  }
}

/// Writes a page piece by piece, and says how many bytes it has.
private func writeFile<Result>(
  _ path: String, _ body: (_ write: ([UInt8]) -> Void) throws -> Result
) throws -> (result: Result, size: Int) {
  let draft = try FileDraft(path)
  var failure: OutputFailure?
  var size = 0
  let result = try body { bytes in
    if failure != nil { return }
    do throws(OutputFailure) {
      try draft.write(bytes)
      size += bytes.count
    } catch {
      failure = error
    }
  }
  if let failure { throw failure }
  try draft.finish()
  return (result, size)
}
