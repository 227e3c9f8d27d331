import Diagnostics
import Replay
import Traces

extension AnySystem {
  /// Shows the records of a trace to `visit`, without folding them; memory does not grow with the
  /// trace's length.
  ///
  /// A record is read where `wants` is true of its outline, in which all but its fields is known:
  /// most of a trace need not be read for a filter. Throws where the first line is no header of
  /// this system; what is wrong with a later line is in the result, because the records before it
  /// were visited.
  public func visitTimeline(
    of input: ReplayInput, lenient: Bool, wants: (ErasedRecord) -> Bool,
    visit: (TimelineRecord) -> Void
  ) throws(Diagnostic) -> TimelineEnd {
    let walk = try walk(input, lenient: lenient)
    var failure: Diagnostic?
    do throws(Diagnostic) {
      while let line = try walk.next() {
        if wants(walk.outline(line)), let found = try walk.exchange() { visit(found) }
      }
    } catch {
      failure = error
    }
    return TimelineEnd(walk.ending(), of: input.file, failure: failure)
  }
}

extension TimelineEnd {
  /// The end of the reading of `file`, with the failure that stopped it.
  init(_ ending: TraceEnding, of file: String, failure: Diagnostic?) {
    self.failure = failure
    warnings = (failure == nil ? ending : ending.stopped).warnings(file)
  }
}

/// The end of the reading of a trace.
public struct TimelineEnd: Equatable, Sendable {
  /// Damage, a missing end and unknown names that were passed over; the first hundred of each.
  public var warnings: [Diagnostic] = []
  /// The reason why the reader stopped; the records before were visited.
  public var failure: Diagnostic?

  /// Everything found, the failure last.
  public var findings: [Diagnostic] { warnings + [failure].compactMap { $0 } }
}
