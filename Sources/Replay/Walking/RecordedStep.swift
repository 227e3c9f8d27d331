import Diagnostics
import EventSourcing
import Simulation
import Traces

/// An event of a trace, what is recorded behind it up to the next one, and what the machine orders.
struct RecordedStep<Machine: Reducer> {
  /// A record behind the event.
  struct Entry {
    var record: LogRecord<Machine.Event, Machine.Effect>
    var line: Int
    /// The place of what the machine orders for a recorded effect; `nil` where it orders nothing.
    var place: Int?
    /// The place of a recorded effect among those that do not agree; `nil` for one that does.
    var difference: Int?
    /// Whether other effects around it are recorded on the other side.
    var isMoved = false
  }

  /// The event as it is recorded; `nil` for what stands before the first one.
  var event: RecordedEvent<Machine.Event>?
  /// The line of the event.
  var line = 0
  /// The event as the machine took it; `nil` where nothing led to it.
  var folded: RecordedEvent<Machine.Event>?
  /// The records behind the event, in the order of the trace.
  var entries: [Entry] = []
  /// The effects compared; `nil` where they are exactly those that the machine orders.
  var comparison: BatchComparison?
  /// The effects that the machine orders; of a trace that was cut, those of which it has one as
  /// late.
  var ordered: [Machine.Effect] = []
}

/// The steps of a trace that is read and folded.
struct RecordedSteps<S: System> {
  private var fold: RecordedFold<S>
  /// The step that is read.
  private(set) var step = RecordedStep<S.Machine>()

  /// Starts from what holds before the first record.
  init(_ header: TraceHeader<S.Machine>) { fold = RecordedFold(Engine(header)) }

  /// The machine after the event of the step.
  var engine: Engine<S> { fold.engine }
  /// The effects of the event of the step.
  var batch: EffectBatch<S.Machine> { fold.batch }

  /// Takes a line; an event begins a step of its own, when the one before it has been closed.
  mutating func take(
    _ line: TraceLine, _ reader: inout TraceReader<S.Machine>
  ) throws(Diagnostic) {
    try fold.engine.begin(at: line, &reader)
    if line.kind == .event {
      guard let event = try reader.event(line) else { return }
      step = RecordedStep(event: event, line: line.number)
      if fold.happen(event, line: line.number) { step.folded = fold.batch.record }
      return
    }
    var (place, difference) = (Int?.none, Int?.none)
    if line.kind == .effect, !fold.isOrphan(line) {
      let known = fold.batch.differing.count
      if try fold.take(line, &reader) {
        place = fold.batch.agreed - 1
      } else if fold.batch.differing.count > known {
        difference = known
      }
    }
    if let record = try reader.record(line) {
      step.entries.append(
        .init(record: record, line: line.number, place: place, difference: difference))
    }
  }

  /// Pairs the recorded effects with those that the machine orders, and hands the step over.
  mutating func close(cutShort: Bool = false) -> RecordedStep<S.Machine> {
    defer { step = RecordedStep() }
    step.comparison = fold.close(cutShort: cutShort)
    step.ordered = fold.batch.ordered
    if let comparison = step.comparison {
      for index in step.entries.indices {
        guard let difference = step.entries[index].difference else { continue }
        step.entries[index].place =
          comparison.pairs.first { $0.recorded == difference }?.ordered
        step.entries[index].isMoved = comparison.differences.contains {
          $0.kind == .reordered && $0.recorded == difference
        }
      }
    }
    if cutShort {
      let last = step.entries.compactMap({ $0.place }).max() ?? -1
      step.ordered.removeSubrange((last + 1)...)
    }
    return step
  }
}
