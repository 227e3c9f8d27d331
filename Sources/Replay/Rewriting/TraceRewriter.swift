import Diagnostics
import Simulation
import Traces

/// A way to make another trace of the lines of one.
protocol TraceRewriting {
  associatedtype S: System

  /// Whether the pass has to stop until something that was kept is taken.
  var isFull: Bool { get }

  /// Takes the line read last.
  mutating func take(
    _ line: TraceLine, _ walk: inout TraceWalk<S>,
    into trace: inout RewrittenTrace<S.Machine>
  ) throws(Diagnostic)

  /// Goes on behind a line that could not be taken, or throws what was found.
  mutating func setAside(
    _ finding: Diagnostic, _ reader: TraceReader<S.Machine>
  ) throws(Diagnostic)

  /// Writes what is left when the trace has been read, and the end.
  mutating func finish(
    _ walk: TraceWalk<S>, into trace: inout RewrittenTrace<S.Machine>
  ) throws(Diagnostic)
}

extension TraceRewriting {
  var isFull: Bool { false }

  func setAside(_ finding: Diagnostic, _ reader: TraceReader<S.Machine>) throws(Diagnostic) {
    throw finding
  }
}

/// One pass over a trace that makes another one from it; memory does not grow with its length.
struct TraceRewriter<Rewriting: TraceRewriting> {
  typealias Machine = Rewriting.S.Machine

  var rewriting: Rewriting
  private(set) var records: Int64 = 0

  private var walk: TraceWalk<Rewriting.S>
  private var trace: RewrittenTrace<Machine>
  private var hasEnded = false

  /// Prepares a pass; `rewriting` may change the header before it is written.
  init(
    _ input: ReplayInput, setsAside: Bool = false,
    _ rewriting: (inout TraceHeader<Machine>) throws(Diagnostic) -> Rewriting
  ) throws(Diagnostic) {
    let namesParties = try AnyTraceWalk(input, as: Rewriting.S.self)
      .hasSeveralParties(skipsLines: setsAside)
    walk = try TraceWalk(input)
    walk.fold.isPaired = true
    var header = walk.reader.header
    self.rewriting = try rewriting(&header)
    trace =
      header == walk.reader.header
      ? RewrittenTrace(like: walk.reader, namesParties: namesParties)
      : RewrittenTrace(header, namesParties: namesParties)
  }

  mutating func run(into sink: ([UInt8]) throws -> Void) throws {
    while let bytes = try next() { try sink(bytes) }
  }

  /// The next bytes of the new trace; `nil` at its end.
  mutating func next() throws(Diagnostic) -> [UInt8]? {
    if hasEnded { return nil }
    while trace.pending < 1 << 16, !rewriting.isFull {
      do throws(Diagnostic) {
        guard let line = try walk.next() else {
          hasEnded = true
          try rewriting.finish(walk, into: &trace)
          break
        }
        try rewriting.take(line, &walk, into: &trace)
        records += 1
      } catch {
        try rewriting.setAside(error, walk.reader)
      }
    }
    return trace.take()
  }

  var ending: TraceEnding { walk.reader.ending }
}
