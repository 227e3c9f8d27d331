import Diagnostics
import EventSourcing
import Traces

/// The smallest part of a trace, taken as it was recorded, for which `isKept` still holds.
///
/// Nothing is folded: effects are the recorded ones, and where an event or an effect is left out,
/// all that follows from it is left out too. Where a record of another kind comes last, a note
/// keeps its instant, up to which the trace reaches. `nil` where `isKept` does not hold for the
/// whole trace.
public func minimizeRecords<Machine: Reducer>(
  _ input: ReplayInput, _ defaults: TraceDefaults<Machine>, summary: String,
  progress: @escaping MinimizingProgress = { _, _ in true },
  where isKept: @escaping ([LogRecord<Machine.Event, Machine.Effect>]) -> Bool
) throws(Diagnostic) -> MinimizedFinding? {
  let (header, items) = try RecordedItem.all(input, defaults)
  func reduced(_ items: [RecordedItem<Machine>]) -> [RecordedItem<Machine>]? {
    guard let kept = RecordedItem.withOrigins(items), isKept(RecordedItem.numbered(kept)) else {
      return nil
    }
    return kept
  }
  guard let first = reduced(items) else { return nil }
  let found = minimized(first, from: header.started, progress: progress, reduced: reduced)
  let records = RecordedItem.numbered(found.items)
  return MinimizedFinding(
    summary: summary, trace: encode(Trace(header: header, records: records)),
    records: (items.count { $0.record.isCounted }, records.count { $0.isCounted }),
    tries: found.tries)
}

/// One record of a trace that is made smaller as it was recorded.
private struct RecordedItem<Machine: Reducer>: MinimizedItem {
  typealias Record = LogRecord<Machine.Event, Machine.Effect>

  /// Its place among the records of the original trace.
  let index: Int
  var at: Instant
  var record: Record
  /// The place of the record that it follows from.
  let origin: Int?

  static func all(
    _ input: ReplayInput, _ defaults: TraceDefaults<Machine>
  ) throws(Diagnostic) -> (TraceHeader<Machine>, [RecordedItem]) {
    var reader = try TraceReader(
      file: input.file, defaults: defaults, source: input.open())
    var items: [RecordedItem] = []
    var places = Renumbering()
    var end: Record?
    while let line = try reader.next() {
      guard line.kind == .event || line.kind == .effect, let record = try reader.record(line)
      else {
        end = .note(
          seq: line.seq, at: line.at, party: reader.party, text: "the trace reaches up to here")
        continue
      }
      end = nil
      let origin = record.cause.flatMap { places[$0] }.map { Int($0) }
      places.add(old: record.seq, new: Int64(items.count))
      items.append(
        RecordedItem(index: items.count, at: record.at, record: record, origin: origin))
    }
    if let end, let last = items.last, end.at > last.at {
      items.append(RecordedItem(index: items.count, at: end.at, record: end, origin: nil))
    }
    return (reader.header, items)
  }

  /// The items whose origins are among them; `nil` where time would go back.
  static func withOrigins(_ items: [RecordedItem]) -> [RecordedItem]? {
    var places: Set<Int> = []
    var kept: [RecordedItem] = []
    for item in items {
      if let origin = item.origin, !places.contains(origin) { continue }
      if let last = kept.last, item.at < last.at { return nil }
      places.insert(item.index)
      kept.append(item)
    }
    return kept
  }

  /// The records with numbers without gaps.
  static func numbered(_ items: [RecordedItem]) -> [Record] {
    var numbers: [Int: Int64] = [:]
    return items.enumerated().map { offset, item in
      let seq = Int64(offset) + 1
      numbers[item.index] = seq
      let cause = item.origin.flatMap { numbers[$0] }
      return item.record.renumbered(seq, at: item.at, cause: cause, after: 0)
    }
  }

  func simpler(_ version: Int) -> RecordedItem? {
    let simpler: Record
    switch record {
    case .event(var event):
      guard let other = event.event.simpler(version) else { return nil }
      event.event = other
      simpler = .event(event)
    case .effect(var effect):
      guard let other = effect.effect.simpler(version) else { return nil }
      effect.effect = other
      simpler = .effect(effect)
    case .state, .note, .snapshot: return nil
    }
    return RecordedItem(index: index, at: at, record: simpler, origin: origin)
  }
}

extension LogRecord {
  /// Whether it is an event or an effect, and not the note that keeps the last instant.
  fileprivate var isCounted: Bool { if case .note = self { false } else { true } }
}
