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

extension RecordedStep {
  /// Hands the step over with the effects that the machine orders for it, paired by `comparison`
  /// with the recorded ones; `nil` where these agree.
  mutating func close(
    ordering effects: [Machine.Effect], _ comparison: BatchComparison?, cutShort: Bool
  ) -> RecordedStep {
    defer { self = RecordedStep() }
    ordered = effects
    if let comparison {
      for index in entries.indices {
        guard let difference = entries[index].difference else { continue }
        entries[index].place = comparison.pairs.first { $0.recorded == difference }?.ordered
        entries[index].isMoved = comparison.differences.contains {
          $0.kind == .reordered && $0.recorded == difference
        }
      }
    }
    if cutShort {
      let last = entries.compactMap({ $0.place }).max() ?? -1
      ordered.removeSubrange((last + 1)...)
    }
    return self
  }
}
