import Diagnostics
import EventSourcing
import Replay
import Traces

extension AnySystem {
  /// Shows the records of a trace to `visitor`, without folding them; memory does not grow with the
  /// trace's length.
  ///
  /// Throws where the first line is no header of this system; what is wrong with a later line is
  /// in the result, because the records before it were visited.
  public func visitTimeline(
    of input: ReplayInput, lenient: Bool, _ visitor: inout some TimelineVisitor
  ) throws(Diagnostic) -> TimelineEnd {
    try visitTimeline(
      of: input, lenient: lenient, wants: { visitor.wants($0) }, visit: { visitor.visit($0) })
  }

  /// Shows each record to `visit` for whose outline `wants` is true.
  public func visitTimeline(
    of input: ReplayInput, lenient: Bool, wants: (RecordOutline) -> Bool,
    visit: (TimelineRecord) -> Void
  ) throws(Diagnostic) -> TimelineEnd {
    TimelineEnd(of: try walk(input, lenient: lenient), file: input.file) {
      (walk, line) throws(Diagnostic) in
      let outline = RecordOutline(
        seq: line.seq, at: line.at, party: walk.party(), kind: line.kind, name: walk.name())
      guard wants(outline), let found = try walk.exchange() else { return }
      visit(found)
    }
  }
}

extension TimelineEnd {
  /// Reads a trace to its end, or to the first line that cannot be read.
  init(
    of walk: AnyTraceWalk, file: String,
    _ take: (AnyTraceWalk, TraceLine) throws(Diagnostic) -> Void
  ) {
    do throws(Diagnostic) {
      while let line = try walk.next() { try take(walk, line) }
    } catch {
      failure = error
    }
    let ending = walk.ending()
    warnings = ending.damage.map { $0.warning }
    if let cut = ending.cut(file), failure == nil { warnings.append(cut) }
    warnings += ending.passedOver
  }
}
