import Diagnostics
import EventSourcing
import Simulation
import Traces

/// A way to make another trace of the lines of one.
protocol TraceRewriting {
  associatedtype S: System

  /// Whether the pass has to stop until something that was kept is taken.
  var isFull: Bool { get }

  /// Takes the line read last.
  mutating func take(_ line: TraceLine, in pass: inout RewritingPass<S>) throws(Diagnostic)

  /// Goes on behind a line that could not be taken, or throws what was found.
  mutating func setAside(_ finding: Diagnostic, of walk: inout TraceWalk<S>) throws(Diagnostic)

  /// Writes what is left when the trace has been read, and the end.
  mutating func finish(_ pass: inout RewritingPass<S>) throws(Diagnostic)
}

extension TraceRewriting {
  var isFull: Bool { false }

  func setAside(_ finding: Diagnostic, of walk: inout TraceWalk<S>) throws(Diagnostic) {
    throw finding
  }
}

/// The trace that is read, open at the line read last, beside the one that is made of it.
struct RewritingPass<S: System> {
  var walk: TraceWalk<S>
  var trace: RewrittenTrace<S.Machine>

  /// Gives the event written last as a machine over the new trace takes it: a timer names its cause
  /// by the new number, and an answer the request by the machine's number, as in a replay; `nil`
  /// where `step` folded none.
  func folded(
    _ written: RewrittenTrace<S.Machine>.Entry, by step: WalkStep?
  ) -> RecordedEvent<S.Machine.Event>? {
    guard case .event(var event) = written, step == .folded, let folded = walk.fold.batch.record
    else { return nil }
    event.event = folded.event
    return event
  }
}

/// One pass over a trace that makes another one from it; memory does not grow with its length.
struct TraceRewriter<Rewriting: TraceRewriting> {
  var rewriting: Rewriting
  private(set) var records: Int64 = 0

  private var pass: RewritingPass<Rewriting.S>
  private var hasEnded = false

  /// Prepares a pass; `rewriting` may change the header before it is written.
  init(
    _ input: ReplayInput, setsAside: Bool = false,
    _ rewriting: (inout TraceHeader<Rewriting.S.Machine>) throws(Diagnostic) -> Rewriting
  ) throws(Diagnostic) {
    let namesParties = try AnyTraceWalk(input, as: Rewriting.S.self)
      .hasSeveralParties(skipsLines: setsAside)
    var walk = try TraceWalk<Rewriting.S>(input)
    walk.fold.isPaired = true
    var header = walk.reader.header
    self.rewriting = try rewriting(&header)
    let trace =
      header == walk.reader.header
      ? RewrittenTrace(like: walk.reader, namesParties: namesParties)
      : RewrittenTrace(header, namesParties: namesParties)
    pass = RewritingPass(walk: walk, trace: trace)
  }

  mutating func run(into sink: ([UInt8]) throws -> Void) throws {
    while let bytes = try next() { try sink(bytes) }
  }

  /// The next bytes of the new trace; `nil` at its end.
  mutating func next() throws(Diagnostic) -> [UInt8]? {
    if hasEnded { return nil }
    while pass.trace.pending < 1 << 16, !rewriting.isFull {
      do throws(Diagnostic) {
        guard let line = try pass.walk.next() else {
          hasEnded = true
          try rewriting.finish(&pass)
          break
        }
        try rewriting.take(line, in: &pass)
        records += 1
      } catch {
        try rewriting.setAside(error, of: &pass.walk)
      }
    }
    return pass.trace.take()
  }

  var ending: TraceEnding { pass.walk.reader.ending }
}
