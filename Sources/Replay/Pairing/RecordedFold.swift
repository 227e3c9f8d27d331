import Diagnostics
import EventSourcing
import Simulation
import Traces

/// Folds the events of a trace beside the effects that it records.
///
/// The recorded effects of each event are paired with those that the machine orders. An answer
/// reaches the request with which its recorded effect was paired; where there is none, the answer
/// and all that follows from it are left out.
package struct RecordedFold<S: System> {
  /// The machine after the events so far.
  package var engine: Engine<S>
  /// The effects of the last event.
  private(set) var batch = EffectBatch<S.Machine>()
  /// Whether the effects of events are compared; where they are not, every event is folded as it
  /// was recorded.
  var isPaired = true
  private var loop = OpenLoop()
  /// The last event, where nothing led to it.
  private var orphan: Int64?

  /// Prepares to fold the events of a trace.
  package init(_ engine: Engine<S>) { self.engine = engine }

  /// Folds an event, whose effects come next; the last event's have been closed.
  ///
  /// - Returns: Whether it was folded; an event to which nothing led is left out.
  mutating func happen(
    _ recorded: consuming RecordedEvent<S.Machine.Event>, line: Int
  ) -> Bool {
    batch.end()
    orphan = nil
    if !loop.isEmpty {
      switch loop.answer(of: recorded) {
      case .asRecorded: break
      case .to(let request): recorded.event = recorded.event.renumbered(request)
      case .orphaned:
        orphan = recorded.seq
        leaveOut(recorded.seq)
        return false
      }
    }
    engine.fold(recorded)
    batch.start(recorded, line: line, ordered: isPaired ? engine.effects.ordered : [])
    return true
  }

  /// Whether the effect that `line` records follows from an event that was left out.
  mutating func isOrphan(_ line: TraceLine) -> Bool {
    guard let orphan, line.cause ?? orphan == orphan else { return false }
    leaveOut(line.seq)
    return true
  }

  /// Takes an effect behind the event that ordered it, or that should have.
  ///
  /// - Returns: Whether it is the one that comes next.
  mutating func take(
    _ line: TraceLine, _ reader: inout TraceReader<S.Machine>
  ) throws(Diagnostic) -> Bool {
    if try batch.agrees(with: line, &reader) { return true }
    if let effect = try reader.effect(line) { batch.differ(effect, line: line.number) }
    return false
  }

  /// Compares the effects of the last event, when all of them have been seen; `nil` where they are
  /// exactly those that it orders.
  mutating func close(cutShort: Bool = false) -> BatchComparison<S.Machine>? {
    if batch.isComplete { return nil }
    let comparison = BatchComparison(batch, cutShort: cutShort)
    for case .extra(let recorded) in comparison.differences {
      // Where a number stands twice, its answer belongs to the effect that the machine orders.
      let request = recorded.effect.effect.request
      let isElsewhere =
        batch.ordered[..<batch.agreed].contains { $0.request == request }
        || comparison.pairs.contains { $0.recorded.effect.request == request }
      loop.add(
        recorded.effect.seq, of: recorded.effect.party, request: isElsewhere ? nil : request,
        now: .orphaned)
    }
    for pair in comparison.pairs { map(pair.recorded, to: pair.ordered) }
    return comparison
  }

  /// Lets the answers to a recorded effect reach the request that the machine has ordered for it.
  mutating func map(_ recorded: RecordedEffect<S.Machine.Effect>, to ordered: S.Machine.Effect) {
    guard let request = ordered.request else { return }
    let number = recorded.effect.request
    loop.remove(recorded.seq)
    if number != request {
      loop.add(recorded.seq, of: recorded.party, request: number, now: .to(request))
    }
  }

  /// Goes on from a snapshot behind which nothing is known to differ.
  mutating func restart(_ snapshot: EngineSnapshot<S>, at now: Instant) {
    batch.end()
    engine.restore(snapshot, at: now)
  }

  /// Forgets the effects of the last event.
  mutating func end() { batch.end() }

  /// Leaves out whatever answers the record `seq`.
  private mutating func leaveOut(_ seq: Int64) {
    loop.add(seq, of: "", request: nil, now: .orphaned)
  }
}
