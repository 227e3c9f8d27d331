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
    let walk = try walk(input, lenient: lenient)
    var failure: Diagnostic?
    do throws(Diagnostic) {
      while let line = try walk.next() {
        let outline = RecordOutline(
          seq: line.seq, at: line.at, party: walk.party(), kind: line.kind, name: walk.name())
        if wants(outline), let found = try walk.exchange() { visit(found) }
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

/// The envelope of a record: all that is known before its data is read.
public struct RecordOutline: Sendable {
  /// Its place in the trace.
  public var seq: Int64
  /// The instant at which it was recorded.
  public var at: Instant
  /// The party of the record.
  public var party: String
  /// The kind of the record.
  public var kind: ErasedRecord.Kind
  /// The event's or effect's name; the kind for the others.
  public var name: String
}

/// Receives the records of a trace one after the other.
public protocol TimelineVisitor {
  /// Whether the record is to be read; most of a trace need not be for a filter.
  mutating func wants(_ outline: RecordOutline) -> Bool

  /// Takes a record that was wanted.
  mutating func visit(_ record: TimelineRecord)
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
