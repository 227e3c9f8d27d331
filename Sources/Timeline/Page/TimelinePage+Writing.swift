import Diagnostics
import Replay
import Traces

extension AnySystem {
  /// Writes the page of a trace, piece by piece, and says how many records it has.
  ///
  /// The events are folded for the states and the gates; memory grows with what they change.
  public func writePage(
    of input: ReplayInput, lenient: Bool, _ write: ([UInt8]) -> Void
  ) throws(Diagnostic) -> (records: Int, end: TimelineEnd) {
    let head = try walk(input, lenient: lenient).header
    var page = TimelinePage(title: input.file)
    let end = try foldTimeline(of: input, lenient: lenient) { record in
      page.add(record)
      if !page.pending.isEmpty { write(page.take()) }
    }
    page.finish(head, file: input.file, words: events + effects, findings: end.findings)
    write(page.take())
    return (page.count, end)
  }
}
