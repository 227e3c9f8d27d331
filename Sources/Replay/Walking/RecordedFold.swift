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
  var batch = EffectBatch<S.Machine>()
  /// Whether the effects of events are compared; where they are not, every event is folded as it
  /// was recorded.
  var isPaired = true
  private var answers = AnswerMap()
  /// Whether every event so far reached the machine as it was recorded.
  var isAsRecorded: Bool { answers.isEmpty }
  /// The last event, where nothing led to it.
  private var orphan: Int64?

  package init(_ engine: Engine<S>) { self.engine = engine }

  /// Folds an event, whose effects come next; the last event's have been closed.
  ///
  /// - Returns: Whether it was folded; an event to which nothing led is left out.
  mutating func happen(
    _ recorded: consuming RecordedEvent<S.Machine.Event>, line: Int
  ) -> Bool {
    batch.end()
    orphan = nil
    if !isAsRecorded {
      guard let event = event(for: recorded) else {
        orphan = recorded.seq
        leaveOut(recorded.seq)
        return false
      }
      recorded = event
    }
    engine.fold(recorded)
    batch.start(recorded, line: line, ordered: isPaired ? engine.effects.ordered : [])
    return true
  }

  /// A recorded event as it reaches the machine: an answer to the request that has its number now;
  /// `nil` where nothing led to it.
  package func event(
    for recorded: RecordedEvent<S.Machine.Event>
  ) -> RecordedEvent<S.Machine.Event>? {
    answers[recorded].taking(recorded)
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
  mutating func close(cutShort: Bool = false) -> BatchComparison? {
    if batch.isComplete || !isPaired { return nil }
    let comparison = BatchComparison(batch, cutShort: cutShort)
    for difference in comparison.differences where difference.kind == .extra {
      guard let effect = difference.recorded.map({ batch.differing[$0].effect }) else { continue }
      // What names the second of two equal effects as its cause follows from the ordered one too.
      if batch.ordered.contains(effect.effect) { continue }
      let request = effect.effect.request
      // Where a number stands twice, its answer belongs to the effect that the machine orders.
      if let request, isOrdered(request, in: comparison) { continue }
      answers.add(effect.seq, of: effect.party, request: request, now: .orphaned)
    }
    for pair in comparison.pairs {
      let effect = batch.differing[pair.recorded].effect
      guard let request = batch.ordered[pair.ordered].request else { continue }
      answers(to: effect.seq, of: effect.party, effect.effect.request, reach: request)
    }
    return comparison
  }

  /// Whether an effect that the machine orders is recorded with the number of a request.
  private func isOrdered(_ request: Int64, in comparison: BatchComparison) -> Bool {
    batch.ordered[..<batch.agreed].contains { $0.request == request }
      || comparison.pairs.contains {
        batch.differing[$0.recorded].effect.effect.request == request
      }
  }

  /// Lets the answers to a recorded effect reach the request that the machine has ordered for it.
  mutating func answers(
    to seq: Int64, of party: String, _ recorded: Int64?, reach request: Int64
  ) {
    answers.remove(seq)
    if recorded != request { answers.add(seq, of: party, request: recorded, now: .to(request)) }
  }

  /// Goes on from a snapshot, from which on all is known.
  mutating func restart(_ snapshot: EngineSnapshot<S.Machine>, at now: Instant) {
    batch.end()
    engine.restore(snapshot, at: now)
    isPaired = true
  }

  private mutating func leaveOut(_ seq: Int64) {
    answers.add(seq, of: "", request: nil, now: .orphaned)
  }
}
