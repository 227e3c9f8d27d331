import Diagnostics
import EventSourcing
import Simulation
import Traces

/// One pass over a trace that folds its events beside the effects that it records.
///
/// Each line is read, looked at by the caller, and then taken: an event is folded, an effect is
/// held against those that the last event ordered. When the next event is read, all that the last
/// one led to has been seen, and `comparison` has the differences.
package struct TraceWalk<S: System> {
  /// The trace, open at the line read last.
  package var reader: TraceReader<S.Machine>
  /// The machine after the lines taken, and the effects of the last event.
  package internal(set) var fold: RecordedFold<S>
  /// The differences between the recorded effects of the last event and those that it orders, once
  /// all of them have been seen; `nil` where there are none.
  private(set) var comparison: BatchComparison?
  // Looked at for every line, as the differences need not be.
  private(set) var hasDifferences = false
  /// The record with the first of these differences; of a missing effect, the event that orders it.
  package var difference: Int64? {
    guard let first = comparison?.differences.first else { return nil }
    return first.recorded.map { fold.batch.differing[$0].effect.seq } ?? fold.batch.record?.seq
  }
  /// These differences with both of their sides.
  var differences: [EffectDifference] {
    let batch = fold.batch
    return (comparison?.differences ?? []).map { difference in
      EffectDifference(
        kind: difference.kind, event: batch.event,
        recorded: difference.recorded.map { place in
          ErasedRecord(batch.differing[place].effect, line: batch.differing[place].line)
        }, ordered: difference.ordered.flatMap { batch.record(of: batch.ordered[$0]) })
    }
  }
  private(set) var isStopped = false
  /// The effects that were missing or too many so far, which may stand on the other side later.
  private var displaced = DisplacedEffects()

  /// Whether there is an event, or an effect without one, that has not been judged yet.
  private var isOpen = false
  /// An unknown event, which is left out with what it ordered.
  private var unknown: Int64?
  private let lastWanted: Int64

  /// Opens a trace; the walk ends after the record `stopAfter`.
  package init(
    _ input: ReplayInput, lenient: Bool = false, override: Engine<S>.Override? = nil,
    stopAfter: Int64? = nil
  ) throws(Diagnostic) {
    reader = try TraceReader(
      file: input.file, defaults: .of(S.self), lenient: lenient,
      isPart: input.firstRecord != nil, firstLine: input.firstLine, source: input.open())
    fold = RecordedFold(Engine(reader.header, override: override))
    fold.isPaired = !reader.header.hasUnknownHistory
    lastWanted = stopAfter ?? .max
  }

  /// Goes on where another walk has read a line, with the machine as it is there.
  init(
    from other: TraceWalk, _ open: (_ offset: Int) throws(Diagnostic) -> ByteSource
  ) throws(Diagnostic) {
    (reader, fold, displaced) = (other.reader, other.fold, other.displaced)
    lastWanted = .max
    try reader.reread(open)
  }

  /// The way in which reading ended; what was not read says nothing about how the trace ends.
  var ending: TraceEnding {
    isStopped ? reader.ending.stopped : reader.ending
  }

  /// Whether the last of what an event ordered may be missing at the end.
  var endsEarly: Bool { reader.ending.isCut || lastWanted != .max }

  /// Reads the next line; `nil` at the end of the trace or of what is wanted.
  package mutating func next() throws(Diagnostic) -> TraceLine? {
    let line = try reader.next()
    isStopped = line.map { $0.seq > lastWanted } ?? false
    guard let line, !isStopped else {
      close(cutShort: endsEarly)
      return nil
    }
    switch line.kind {
    case .event: close()
    case .snapshot where restarts: close()
    case .effect, .state, .note, .snapshot: if hasDifferences { forget() }
    }
    return line
  }

  private mutating func close(cutShort: Bool = false) {
    if hasDifferences { forget() }
    if isOpen, let found = fold.close(cutShort: cutShort) {
      comparison = found
      hasDifferences = !found.differences.isEmpty
      if hasDifferences { reattach() }
    }
    isOpen = false
  }

  /// Lets the answers to an effect that is recorded late or early reach the request that the
  /// machine orders for it.
  private mutating func reattach() {
    for difference in differences {
      guard let (recorded, ordered) = displaced.pair(difference), let request = ordered.request
      else { continue }
      fold.answers(to: recorded.seq, of: recorded.party, recorded.request, reach: request)
    }
  }

  private mutating func forget() {
    comparison = nil
    hasDifferences = false
  }

  /// Ends the process that the launch of this line finds alive, as the launch would do at first.
  ///
  /// - Returns: Whether there is one.
  mutating func endProcess(_ line: TraceLine) throws(Diagnostic) -> Bool {
    guard line.kind == .event, case .event(var event)? = try reader.record(line),
      event.event.name.role == .processStart,
      fold.engine.process(of: event.party)?.isRunning == true,
      let end = S.Machine.Event.Name.processEndBySystem
    else { return false }
    event.event = .sample(of: end)
    fold.engine.fold(event)
    return true
  }

  package mutating func take(_ line: TraceLine) throws(Diagnostic) -> WalkStep {
    switch line.kind {
    case .event:
      unknown = nil
      guard let event = try reader.event(line) else {
        unknown = line.seq
        fold.batch.end()
        return .unknown
      }
      isOpen = fold.happen(event, line: line.number)
      return isOpen ? .folded : .orphaned
    case .effect:
      if let unknown, line.cause ?? unknown == unknown { return .unknown }
      if fold.isOrphan(line) {
        // It is not compared, but refused as any other where it cannot be read.
        _ = try reader.effect(line)
        return .orphaned
      }
      if try !fold.take(line, &reader) { isOpen = true }
      return .compared
    case .snapshot where restarts:
      fold.restart(try reader.snapshot(line, of: S.self), at: line.at)
      return .restarted
    case .snapshot, .state, .note:
      return .remark
    }
  }

  /// Whether a snapshot says what nothing before it does.
  private var restarts: Bool { !fold.isPaired || fold.engine.parties.isEmpty }
}

/// The outcome of taking a line.
public enum WalkStep: Sendable {
  /// An event was folded.
  case folded
  /// An effect, as ordered or not.
  case compared
  /// The machine goes on from a snapshot before which nothing is known.
  case restarted
  /// Something that the machine does not see: a state, a note, a snapshot on the way.
  case remark
  /// It follows from an effect that the machine never ordered.
  case orphaned
  /// A name that a lenient reader does not know, or what such an event ordered.
  case unknown
}

extension TraceWalk {
  /// Compares the hash or the snapshot on the line read last with the machine's state; `nil` where
  /// they agree, and for other records.
  mutating func stateDifference(
    at line: TraceLine
  ) throws(Diagnostic) -> (kind: Drift.Kind, fields: [FieldDifference])? {
    let engine = fold.engine
    switch line.kind {
    case .event, .effect, .note: return nil
    case .state:
      let recorded = try reader.stateHash(line)
      let computed = engine.hash(of: reader.party, at: line.at)
      return recorded != computed ? (.state(recorded: recorded, computed: computed), []) : nil
    case .snapshot:
      guard let own = engine.snapshot, try !reader.records(own, in: line) else { return nil }
      let recorded = try reader.snapshot(line, of: S.self)
      return (
        .snapshot, Replay.differences(recorded: recorded.value, computed: own.value)
      )
    }
  }
}
