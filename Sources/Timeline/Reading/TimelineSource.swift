import Diagnostics
import EventSourcing
import Replay
import Simulation

/// Timelines of one system's traces, for verbs that do not know its type.
public struct TimelineSource: Sendable {
  /// The names of its events and effects.
  public var names: [String] { summaries.map { $0.name } }

  /// What each event and effect means, in one sentence.
  var summaries: [(name: String, summary: String)] { makeSummaries() }

  private let makeSummaries: @Sendable () -> [(name: String, summary: String)]
  private let head: @Sendable (ReplayInput, Bool) throws(Diagnostic) -> TimelineHead
  private let reading:
    @Sendable (ReplayInput, Bool, (RecordOutline) -> Bool, (TimelineRecord) -> Void)
      throws(Diagnostic) -> TimelineEnd

  let folding:
    @Sendable (ReplayInput, Bool, (FoldedRecord) -> Void) throws(Diagnostic) -> TimelineEnd

  /// Creates it where the type is known.
  public init<S: System>(_ system: S.Type) {
    makeSummaries = {
      S.Machine.Event.Name.allCases.map { ($0.description, $0.summary.description) }
        + S.Machine.Effect.Name.allCases.map { ($0.description, $0.summary.description) }
    }
    head = { (input, lenient) throws(Diagnostic) in
      TimelineHead(try traceHeader(input, as: S.self, lenient: lenient))
    }
    reading = { (input, lenient, wants, visit) throws(Diagnostic) in
      try visitTimeline(of: input, as: S.self, lenient: lenient, wants: wants, visit: visit)
    }
    folding = { (input, lenient, visit) throws(Diagnostic) in
      try foldTimeline(of: input, as: S.self, lenient: lenient, visit: visit)
    }
  }

  /// The first line of a trace.
  public func head(of input: ReplayInput, lenient: Bool) throws(Diagnostic) -> TimelineHead {
    try head(input, lenient)
  }

  /// Shows the records of a trace to `visitor`, without folding them.
  ///
  /// Throws where the first line is no header of this system; what is wrong with a later line is
  /// in the result, because the records before it were visited.
  public func visit(
    _ input: ReplayInput, lenient: Bool, _ visitor: inout some TimelineVisitor
  ) throws(Diagnostic) -> TimelineEnd {
    try visit(
      input, lenient: lenient, wants: { visitor.wants($0) }, visit: { visitor.visit($0) })
  }

  /// Shows each record to `visit` for whose outline `wants` is true.
  public func visit(
    _ input: ReplayInput, lenient: Bool, wants: (RecordOutline) -> Bool,
    visit: (TimelineRecord) -> Void
  ) throws(Diagnostic) -> TimelineEnd {
    try reading(input, lenient, wants, visit)
  }
}
