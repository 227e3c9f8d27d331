import Diagnostics
import JSON
import Reports
import Timeline

extension TimelineView {
  /// Writes the page to `path`, and says so.
  func writePage(to path: String, of verb: ShowCommand, in context: CommandContext) throws
    -> Verdict
  {
    let draft = try FileDraft(path)
    var failure: OutputFailure?
    var size = 0
    let (records, end) = try source.writePage(of: file.input, lenient: lenient) { bytes in
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
    let verdict = verdict(end)
    switch verb.output.format {
    case .json:
      context.output.write(
        verb.document(verdict, findings: end.findings) { document in
          document.member("file", file.path)
          document.member("html", path)
          document.member("records", Int64(records))
          document.member("bytes", Int64(size))
        })
    case .text:
      context.output.write(visible("\(path): \(counted(records, "record")) of \(file.path)") + "\n")
      for warning in end.warnings { context.show(warning) }
      if let failure = end.failure { context.showError(failure) }
    }
    return verdict
  }
}
