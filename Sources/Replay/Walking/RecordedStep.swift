import Diagnostics
import EventSourcing
import Traces

/// An event of a trace, what is recorded behind it up to the next one, and what the machine orders.
struct RecordedStep<Machine: Reducer> {
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
  var line = 0
  /// The event as the machine took it; `nil` where nothing led to it.
  var folded: RecordedEvent<Machine.Event>?
  var entries: [Entry] = []
  /// The effects that the machine orders; of a trace that was cut, those of which it has one as
  /// late.
  var ordered: [Machine.Effect] = []
}

extension TraceWalk {
  /// Takes a line into a step; an event begins one of its own, when the one before it has been
  /// closed.
  ///
  /// - Returns: The event as the machine took it; `nil` for other lines, and if nothing led to it.
  @discardableResult
  mutating func take(
    _ line: TraceLine, into step: inout RecordedStep<S.Machine>
  ) throws(Diagnostic) -> RecordedEvent<S.Machine.Event>? {
    let (agreed, differing) = (fold.batch.agreed, fold.batch.differing.count)
    let isFolded = try take(line) == .folded
    if line.kind == .event {
      let folded = isFolded ? fold.batch.record : nil
      let event = fold.isAsRecorded ? folded : try reader.event(line)
      step = RecordedStep(event: event, line: line.number, folded: folded)
      return folded
    }
    guard let record = try reader.record(line) else { return nil }
    var entry = RecordedStep<S.Machine>.Entry(record: record, line: line.number)
    if fold.batch.agreed > agreed { entry.place = agreed }
    if fold.batch.differing.count > differing { entry.difference = differing }
    step.entries.append(entry)
    return nil
  }

  /// Hands a step over, whose recorded effects have been paired with those that the machine orders.
  func close(
    _ step: inout RecordedStep<S.Machine>, cutShort: Bool = false
  ) -> RecordedStep<S.Machine> {
    defer { step = RecordedStep() }
    step.ordered = fold.batch.ordered
    if !fold.batch.isComplete, let comparison {
      for index in step.entries.indices {
        guard let difference = step.entries[index].difference else { continue }
        step.entries[index].place = comparison.pairs.first { $0.recorded == difference }?.ordered
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
