import Replay
import Reports
import Traces

extension AnySystem {
  /// Writes a trace as JSON of Chrome's trace events, which Perfetto reads, and returns the number
  /// of its events and the way in which the trace ends.
  ///
  /// The events of the trace are folded for the timers and the gates; memory grows with the times
  /// for which gates were closed. A line that cannot be read is thrown.
  public func exportTraceEvents(
    _ input: ReplayInput, into sink: ([UInt8]) throws -> Void
  ) throws -> (events: Int64, ending: TraceEnding) {
    let walk = try walk(input)
    let head = walk.header.value.json
    try sink(Array(#"{"displayTimeUnit":"ms","otherData":\#(head),"traceEvents":["#.utf8))
    var output = TraceEvents()
    while let line = try walk.next() {
      guard let shown = try walk.exchange() else { continue }
      output.add(shown)
      let party = shown.record.party
      if try walk.take() == .folded {
        output.update(timers: walk.timers(party), of: party)
        output.update(walk.held(party, line.at), of: party, row: line.seq)
      }
      if output.pending > 1 << 16 { try sink(output.take()) }
    }
    output.finish()
    try sink(output.take() + Array("]}\n".utf8))
    return (output.count, walk.ending())
  }
}
