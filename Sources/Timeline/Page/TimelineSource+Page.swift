import Diagnostics
import Replay

extension TimelineSource {
  /// Writes the page of a trace, piece by piece, and says how many records it has.
  ///
  /// The events are folded for the states and the gates; memory grows with what they change.
  public func writePage(
    of input: ReplayInput, lenient: Bool, _ write: ([UInt8]) -> Void
  ) throws(Diagnostic) -> (records: Int, end: TimelineEnd) {
    let head = try head(of: input, lenient: lenient)
    var page = TimelinePage(title: input.file)
    let end = try folding(input, lenient) { record in
      page.add(record)
      if !page.pending.isEmpty { write(page.take()) }
    }
    page.finish(head, file: input.file, summaries: summaries, findings: end.findings)
    write(page.take())
    return (page.count, end)
  }
}
