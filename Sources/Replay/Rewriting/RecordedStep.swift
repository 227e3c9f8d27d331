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
    /// Whether other effects around it are recorded on the other side.
    var isMoved = false
  }

  /// The event as it is recorded; `nil` for what stands before the first one.
  var event: RecordedEvent<Machine.Event>?
  /// The line of the event.
  var line = 0
  /// The event as the machine took it; `nil` where nothing led to it.
  var folded: RecordedEvent<Machine.Event>?
  /// What is recorded behind the event, in the order of the trace.
  var entries: [Entry] = []
  /// The effects compared; `nil` where they are exactly those that the machine orders.
  var comparison: BatchComparison<Machine>?
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
    var place: Int?
    if line.kind == .effect, !fold.isOrphan(line), try fold.take(line, &reader) {
      place = fold.batch.agreed - 1
    }
    if let record = try reader.record(line) {
      step.entries.append(.init(record: record, line: line.number, place: place))
    }
  }

  /// Pairs the recorded effects with those that the machine orders, and hands the step over.
  mutating func close(cutShort: Bool = false) -> RecordedStep<S.Machine> {
    defer { step = RecordedStep() }
    step.comparison = fold.close(cutShort: cutShort)
    step.ordered = fold.batch.ordered
    var pairs = (step.comparison?.pairs ?? [])[...]
    var moved = (step.comparison?.differences ?? []).compactMap { difference in
      if case .reordered(let recorded, _) = difference { recorded.effect } else { nil }
    }[...]
    for index in step.entries.indices where step.entries[index].place == nil {
      guard case .effect(let effect) = step.entries[index].record,
        effect == pairs.first?.recorded
      else { continue }
      step.entries[index].place = pairs.removeFirst().place
      guard effect == moved.first else { continue }
      step.entries[index].isMoved = true
      moved.removeFirst()
    }
    if cutShort {
      let last = step.entries.compactMap(\.place).max() ?? -1
      step.ordered.removeSubrange((last + 1)...)
    }
    return step
  }
}
